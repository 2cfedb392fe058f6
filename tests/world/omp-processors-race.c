// More processors than it compares with.
//~ says: with processors = 65
#include <omp.h>

int main(void)
{
    int n = 0;
    if (omp_get_num_procs() > 64)
#pragma omp parallel num_threads(2)
        n++;
    return n;
}
