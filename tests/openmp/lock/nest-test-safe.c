// Only who got the lock writes.
#include <omp.h>

int main(void)
{
    int x = 0;
    omp_nest_lock_t lock;
    omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
    {
        int depth = omp_test_nest_lock(&lock);
        if (depth)
            x++;
        if (depth)
            omp_unset_nest_lock(&lock);
    }
    omp_destroy_nest_lock(&lock);
    return x;
}
