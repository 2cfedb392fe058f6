// The pointer of each thread leads to one shared variable.
#include <omp.h>

static int *mine;
#pragma omp threadprivate(mine)

int main(void)
{
    static int a[2];
    omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
    mine = &a[0];
#pragma omp parallel num_threads(2)
    *mine = 1;  //~ RACE
    return a[0];
}
