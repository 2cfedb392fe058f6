/* A histogram: each thread counts blocks on its own and adds them under locks of the bins. */
#include <pthread.h>
#include <stdio.h>
#define THREADS 2
#define BINS 64
#define BLOCKS 30000
#define BLOCK 4096
static long bins[BINS];
static pthread_mutex_t locks[BINS];

static void *count(void *argument) {
    unsigned x = (unsigned)(long)argument * 2654435761u + 1;
    for (int block = 0; block < BLOCKS; block++) {
        long mine[BINS] = {0};
        for (int i = 0; i < BLOCK; i++) {
            x = x * 1664525u + 1013904223u;
            mine[x >> 26]++;
        }
        for (int bin = 0; bin < BINS; bin++) {
            pthread_mutex_lock(&locks[bin]);
            bins[bin] += mine[bin];
            pthread_mutex_unlock(&locks[bin]);
        }
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int bin = 0; bin < BINS; bin++)
        pthread_mutex_init(&locks[bin], NULL);
    for (long t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, count, (void *)t);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    long all = 0;
    for (int bin = 0; bin < BINS; bin++)
        all += bins[bin];
    printf("%ld\n", all);
    return 0;
}
