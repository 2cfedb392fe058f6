// No race: the write that holds no mutex is over before its creator gives the mutex up, so who wakes up tests before or after both.
#include <pthread.h>
#include <stddef.h>

int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *clearer(void *arg) {
    ready = 0;
    return arg;
}

void *starter(void *arg) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, clearer, NULL);
    pthread_join(t, NULL);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, starter, NULL);
    while (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
