// The number of processors is only told.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int n = omp_get_num_procs();
    printf("%d\n", n);
#pragma omp parallel num_threads(2)
#pragma omp atomic
    n++;
    return 0;
}
