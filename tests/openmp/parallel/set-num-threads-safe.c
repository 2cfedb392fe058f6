// omp_set_num_threads makes teams of one.
#include <omp.h>

int main(void)
{
    int x = 0;
    omp_set_num_threads(1);
#pragma omp parallel
    x++;
    return x;
}
