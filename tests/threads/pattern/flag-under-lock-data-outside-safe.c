// No race: the busy flag is tested and set in one section.
#include <pthread.h>
#include <stddef.h>

int busy, x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    int mine = !busy;
    if (mine) busy = 1;
    pthread_mutex_unlock(&m);
    if (mine) x++;
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
