// Each team adds to its copy, under a lock that only its own threads compete for.
#include <omp.h>

int sum;

int main(void)
{
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp teams distribute num_teams(2) reduction(+ : sum)
    for (int i = 0; i < 20; i++) {
        omp_set_lock(&lock);
        sum++;
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    return sum;
}
