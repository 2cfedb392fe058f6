// Race: after a timeout the thread goes on without the lock.
#include <pthread.h>
#include <stddef.h>
#include <time.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *holder(void *arg) {
    pthread_mutex_lock(&m);
    x = 1; //~ RACE
    pthread_mutex_unlock(&m);
    return NULL;
}

void *timed(void *arg) {
    struct timespec past = {0, 0};
    int held = pthread_mutex_timedlock(&m, &past) == 0;
    x = 2; //~ RACE
    if (held) pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, holder, NULL);
    pthread_create(&b, NULL, timed, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
