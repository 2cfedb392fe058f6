// Race: after a timeout the data are read although they were not announced.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

int data, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *producer(void *arg) {
    data = 5; //~ RACE
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct timespec past = {0, 0};
    pthread_create(&t, NULL, producer, NULL);
    pthread_mutex_lock(&m);
    int late = 0;
    while (!ready && !late) late = pthread_cond_timedwait(&c, &m, &past) == ETIMEDOUT;
    int announced = ready;
    pthread_mutex_unlock(&m);
    int r = announced || late ? data : 0; //~ RACE
    pthread_join(t, NULL);
    return r;
}
