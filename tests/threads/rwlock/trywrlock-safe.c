// No race: the write is made only with the lock.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *writer(void *arg) {
    int held = pthread_rwlock_trywrlock(&l) == 0;
    if (held) x = 1;
    if (held) pthread_rwlock_unlock(&l);
    return NULL;
}

void *reader(void *arg) {
    pthread_rwlock_rdlock(&l);
    int copy = x;
    pthread_rwlock_unlock(&l);
    return copy ? &l : NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
