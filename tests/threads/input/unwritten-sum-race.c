// Both threads add what nobody has written to a sum, one of them without the lock.
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
    sum += mine; //~ RACE
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    values = malloc(100 * sizeof *values);
    pthread_create(&thread, 0, work, 0);
    sum += values[7]; //~ RACE
    pthread_join(thread, 0);
    printf("%f\n", sum);
    return 0;
}
