// Race: both woken threads count after they have given the mutex back.
#include <pthread.h>
#include <stddef.h>

int opened, passed;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *visitor(void *arg) {
    pthread_mutex_lock(&m);
    while (!opened) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    passed++; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, visitor, NULL);
    pthread_create(&b, NULL, visitor, NULL);
    pthread_mutex_lock(&m);
    opened = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return passed;
}
