// No race: only who gets the lock reads, and gives it up.
#include <pthread.h>
#include <stddef.h>

int x, seen;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *writer(void *arg) {
    pthread_rwlock_wrlock(&l);
    x = 1;
    pthread_rwlock_unlock(&l);
    return NULL;
}

void *reader(void *arg) {
    int busy = pthread_rwlock_tryrdlock(&l);
    if (!busy) {
        seen = x;
        pthread_rwlock_unlock(&l);
    }
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
