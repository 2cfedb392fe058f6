// A nestable lock is taken again by a function that is called with it held.
#include <omp.h>

omp_nest_lock_t lock;
int total, calls;

static void add(int amount)
{
    omp_set_nest_lock(&lock);
    total += amount;
    omp_unset_nest_lock(&lock);
}

int main(void)
{
    omp_init_nest_lock(&lock);
#pragma omp parallel for
    for (int i = 0; i < 40; i++) {
        omp_set_nest_lock(&lock);
        calls++;
        add(i);
        omp_unset_nest_lock(&lock);
    }
    omp_destroy_nest_lock(&lock);
    return 0;
}
