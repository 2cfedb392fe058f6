/* A histogram whose bins are updated atomically. */
#include <stdio.h>
#define N 1000000
#define BINS 256
static unsigned char data[N];
static int bins[BINS];

int main(void) {
    unsigned x = 1;
    for (int i = 0; i < N; i++) {
        x = x * 1664525u + 1013904223u;
        data[i] = x >> 24;
    }
    for (int round = 0; round < 50; round++) {
#pragma omp parallel for
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            bins[data[i]]++;
        }
    }
    long all = 0;
    for (int bin = 0; bin < BINS; bin++)
        all += bins[bin];
    printf("%ld\n", all);
    return 0;
}
