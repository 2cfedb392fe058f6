// omp_set_num_threads makes teams of two.
#include <omp.h>

int main(void)
{
    int x = 0;
    omp_set_num_threads(2);
#pragma omp parallel
    x++;  //~ RACE
    return x;
}
