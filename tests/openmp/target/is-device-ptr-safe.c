// Memory of the device, an element for each thread.
#include <omp.h>

int main(void)
{
    int *p = omp_target_alloc(4 * sizeof *p, omp_get_default_device());
#pragma omp target parallel num_threads(2) is_device_ptr(p)
    p[omp_get_thread_num()] = 1;
    omp_target_free(p, omp_get_default_device());
    return 0;
}
