// Race: the thread is created detached and main reads its result without waiting.
#include <pthread.h>
#include <stddef.h>

int result, done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *background(void *arg) {
    result = 3; //~ RACE
    pthread_mutex_lock(&m);
    done = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attr, background, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    int r = result; //~ RACE
    return r;
}
