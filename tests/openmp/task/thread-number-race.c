// Two tasks may run on two threads, which write one element.
#include <omp.h>

int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        a[0]++;  //~ RACE
#pragma omp task
        a[0]++;  //~ RACE
    }
    return a[0];
}
