// Each task writes the element of the thread that runs it; a tied task without scheduling points is not interrupted.
#include <omp.h>

int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        a[omp_get_thread_num()]++;
#pragma omp task
        a[omp_get_thread_num()]++;
    }
    return a[0];
}
