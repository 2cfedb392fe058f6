// Two locks protect nothing together.
#include <omp.h>

int main(void)
{
    int x = 0;
    omp_lock_t first, second;
    omp_init_lock(&first);
    omp_init_lock(&second);
#pragma omp parallel sections
    {
#pragma omp section
        {
            omp_set_lock(&first);
            x++;  //~ RACE
            omp_unset_lock(&first);
        }
#pragma omp section
        {
            omp_set_lock(&second);
            x++;  //~ RACE
            omp_unset_lock(&second);
        }
    }
    omp_destroy_lock(&first);
    omp_destroy_lock(&second);
    return x;
}
