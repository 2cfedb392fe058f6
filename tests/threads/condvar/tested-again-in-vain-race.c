// Who wakes up without a reason reads the flag again, beside a write that changes nothing and holds no mutex. The first test came before the writer was created.
#include <pthread.h>
#include <stddef.h>

int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *clearer(void *arg) {
    ready = 0; //~ RACE
    return arg;
}

void *starter(void *arg) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, clearer, NULL);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, starter, NULL);
    while (!ready) pthread_cond_wait(&c, &m); //~ RACE
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
