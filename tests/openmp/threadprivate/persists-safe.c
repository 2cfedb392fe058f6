// The values of threadprivate variables persist between regions: each thread has its own element.
#include <omp.h>

static int *mine;
#pragma omp threadprivate(mine)

int main(void)
{
    static int a[2];
    omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
    mine = &a[omp_get_thread_num()];
#pragma omp parallel num_threads(2)
    *mine = 1;
    return a[0];
}
