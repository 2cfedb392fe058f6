// A lock excludes the threads of one team only, and the teams add to one variable.
#include <omp.h>

int sum;

int main(void)
{
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp teams distribute num_teams(2)
    for (int i = 0; i < 20; i++) {
        omp_set_lock(&lock);
        sum++;  //~ RACE
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    return sum;
}
