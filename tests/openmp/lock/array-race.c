// One lock for each half, but an element of the other half is written too.
#include <omp.h>

int main(void)
{
    int a[4] = { 0 };
    omp_lock_t half[2];
    omp_init_lock(&half[0]);
    omp_init_lock(&half[1]);
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 4; i++) {
        omp_set_lock(&half[i / 2]);
        a[i ^ 2]++;  //~ RACE
        a[1] = 0;  //~ RACE
        omp_unset_lock(&half[i / 2]);
    }
    return a[0];
}
