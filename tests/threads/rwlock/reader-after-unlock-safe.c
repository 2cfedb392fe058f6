// No race: the reader keeps a copy.
#include <pthread.h>
#include <stddef.h>

int x;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *writer(void *arg) {
    pthread_rwlock_wrlock(&l);
    x = 1;
    pthread_rwlock_unlock(&l);
    return NULL;
}

void *reader(void *arg) {
    pthread_rwlock_rdlock(&l);
    int copy = x;
    pthread_rwlock_unlock(&l);
    int sum = copy + copy;
    return sum ? &l : NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
