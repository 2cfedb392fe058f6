// Both ends of an edge are counted under the lock of one.
#include <omp.h>
#include <stdlib.h>
#define NODES 100
#define EDGES 2000
static omp_lock_t locks[NODES];
static int leaving[NODES], coming[NODES], from[EDGES], to[EDGES];
int main(void) {
    for (int i = 0; i < NODES; i++)
        omp_init_lock(&locks[i]);
    for (int e = 0; e < EDGES; e++) {
        from[e] = rand() % NODES;
        to[e] = rand() % NODES;
    }
#pragma omp parallel for
    for (int e = 0; e < EDGES; e++) {
        int a = from[e], b = to[e];
        omp_set_lock(&locks[a]);
        leaving[a]++;
        omp_unset_lock(&locks[a]);
        omp_set_lock(&locks[a]);
        coming[b]++; //~ RACE
        omp_unset_lock(&locks[a]);
    }
    return coming[0] > leaving[0];
}
