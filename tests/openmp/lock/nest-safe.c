// A nested lock is held until it was unset as often as it was set.
#include <omp.h>

int main(void)
{
    int x = 0;
    omp_nest_lock_t lock;
    omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
    {
        omp_set_nest_lock(&lock);
        omp_set_nest_lock(&lock);
        omp_unset_nest_lock(&lock);
        x++;
        omp_unset_nest_lock(&lock);
    }
    omp_destroy_nest_lock(&lock);
    return x;
}
