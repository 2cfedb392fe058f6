// Race: to upgrade, the thread gives the read lock back and writes before it has the write lock.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *arg) {
    pthread_rwlock_rdlock(&l);
    int old = x;
    pthread_rwlock_unlock(&l);
    x = old + 1; //~ RACE
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_rwlock_rdlock(&l);
    int seen = x; //~ RACE
    pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
    return seen;
}
