// What a new block holds decides whether main takes part; it does so under the lock.
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    int *volatile open = malloc(sizeof *open);
    pthread_create(&thread, 0, work, 0);
    if (*open) {
        pthread_mutex_lock(&mutex);
        count++;
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(thread, 0);
    return 0;
}
