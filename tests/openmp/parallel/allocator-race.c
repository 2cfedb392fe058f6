// The first two iterations write one element.
#include <omp.h>

int main(void)
{
    int *a = omp_alloc(16, omp_default_mem_alloc);
    if (!a)
        return 1;
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        a[i / 2] = i;  //~ RACE
    omp_free(a, omp_default_mem_alloc);
    omp_display_env(0);
    return 0;
}
