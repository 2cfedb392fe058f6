// The wait may end without a reason, and nothing is tested again, so the value may be read while it is written.
#include <pthread.h>
#include <stddef.h>

int ready, value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *writer(void *arg) {
    value = 42; //~ RACE
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&m);
    if (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    int seen = value; //~ RACE
    pthread_join(t, NULL);
    return seen != 42;
}
