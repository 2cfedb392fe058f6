// Race: the readers share the lock and also a plain statistics counter.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int x = 5;
int reads;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *reader(void *arg) {
    pthread_rwlock_rdlock(&l);
    int seen = x;
    reads++; //~ RACE
    pthread_rwlock_unlock(&l);
    return seen ? NULL : &x;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return reads;
}
