// The result of omp_test_lock is not looked at.
#include <omp.h>

int main(void)
{
    int x = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
    {
        int got = omp_test_lock(&lock);
            x++;  //~ RACE
        if (got)
            omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    return x;
}
