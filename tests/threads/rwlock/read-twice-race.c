// Race: the reader holds the lock twice and reads when it has given up both.
#include <pthread.h>
#include <stddef.h>

int x, seen;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *writer(void *arg) {
    pthread_rwlock_wrlock(&l);
    x = 1; //~ RACE
    pthread_rwlock_unlock(&l);
    return NULL;
}

void *reader(void *arg) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    seen = x; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return seen;
}
