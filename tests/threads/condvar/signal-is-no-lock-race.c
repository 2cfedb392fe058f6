// Race: the signal is sent without the mutex and the flag is set without it too.
#include <pthread.h>
#include <stddef.h>

int flag;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *signaller(void *arg) {
    flag = 1; //~ RACE
    pthread_cond_signal(&c);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, signaller, NULL);
    pthread_mutex_lock(&m);
    int seen = flag; //~ RACE
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return seen;
}
