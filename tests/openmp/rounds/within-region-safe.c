// All threads leave the loop by what they read between two barriers.
#include <math.h>

#define N 32

static double now[N], next[N];

int main(void)
{
    double error = 1;
    now[0] = 1;
#pragma omp parallel
    while (error > 1e-3) {
#pragma omp barrier
#pragma omp single
        error = 0;
#pragma omp for reduction(+ : error)
        for (int i = 1; i < N - 1; i++) {
            next[i] = (now[i - 1] + now[i + 1]) / 2;
            error += fabs(next[i] - now[i]);
        }
#pragma omp for
        for (int i = 1; i < N - 1; i++)
            now[i] = next[i];
    }
    return 0;
}
