// A lock with a hint is a lock.
#include <omp.h>

int main(void)
{
    int x = 0;
    omp_lock_t lock;
    omp_init_lock_with_hint(&lock, omp_sync_hint_speculative);
#pragma omp parallel
    {
        omp_set_lock(&lock);
        x++;
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    return x;
}
