// Memory of the device, written by two threads.
#include <omp.h>

int main(void)
{
    int *p = omp_target_alloc(4 * sizeof *p, omp_get_default_device());
#pragma omp target parallel num_threads(2) is_device_ptr(p)
    p[0] = 1;  //~ RACE
    omp_target_free(p, omp_get_default_device());
    return 0;
}
