// Race: a busy flag that is tested and set in two sections lets both threads in.
#include <pthread.h>
#include <stddef.h>

int busy, x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    int mine = !busy;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (mine) busy = 1;
    pthread_mutex_unlock(&m);
    if (mine) x++; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
