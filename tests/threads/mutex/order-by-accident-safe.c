// No race: the reader looks only when the writer's section came first.
#include <pthread.h>
#include <stddef.h>

int data, passed, seen;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *arg) {
    data = 1;
    pthread_mutex_lock(&m);
    passed = 1;
    pthread_mutex_unlock(&m);
    return NULL;
}

void *reader(void *arg) {
    pthread_mutex_lock(&m);
    int p = passed;
    pthread_mutex_unlock(&m);
    if (p) seen = data + p;
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
