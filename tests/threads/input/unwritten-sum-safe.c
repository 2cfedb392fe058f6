// Values that nobody has written are summed up under a lock and printed: whatever they are, nothing depends on them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static double *values;
static double sum;

static void *work(void *unused) {
    (void)unused;
    double mine = 0;
    for (int i = 0; i < 100; i++)
        mine += values[i];
    pthread_mutex_lock(&mutex);
    sum += mine;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    values = malloc(100 * sizeof *values);
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&mutex);
    sum += values[7];
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    printf("%f\n", sum);
    return 0;
}
