/* Merge sort by tasks. */
#include <stdio.h>
#define N 2000000
#define SMALL 1000
static int values[N], scratch[N];

static void merge(int low, int middle, int high) {
    int i = low, j = middle;
    for (int k = low; k < high; k++) {
        if (j >= high || (i < middle && values[i] <= values[j]))
            scratch[k] = values[i++];
        else
            scratch[k] = values[j++];
    }
    for (int k = low; k < high; k++)
        values[k] = scratch[k];
}

static void sort(int low, int high) {
    if (high - low < 2)
        return;
    int middle = low + (high - low) / 2;
    if (high - low <= SMALL) {
        sort(low, middle);
        sort(middle, high);
    } else {
#pragma omp task
        sort(low, middle);
#pragma omp task
        sort(middle, high);
#pragma omp taskwait
    }
    merge(low, middle, high);
}

int main(void) {
    unsigned x = 1;
    for (int i = 0; i < N; i++) {
        x = x * 1664525u + 1013904223u;
        values[i] = x >> 8;
    }
#pragma omp parallel
#pragma omp single
    sort(0, N);
    int ordered = 1;
    for (int i = 1; i < N; i++)
        ordered &= values[i - 1] <= values[i];
    printf("%d\n", ordered);
    return 0;
}
