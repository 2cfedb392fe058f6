// The number of the thread is printed in the loop; before it, it decides who writes `count`, which the loop reads.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int chunk = 10, count = 0, tid, i;
    float a[100];
#pragma omp parallel private(tid, i)
    {
        tid = omp_get_thread_num();
        if (tid == 0)
            count = omp_get_num_threads();  //~ RACE
#pragma omp for schedule(dynamic, chunk)
        for (i = 0; i < 100; i++) {
            a[i] = count;  //~ RACE
            printf("thread %d: a[%d] = %f\n", tid, i, a[i]);
        }
    }
    return count == 0;
}
