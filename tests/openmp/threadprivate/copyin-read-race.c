// The first thread changes its variable while the others still read it.
#include <omp.h>

static int x = 1;
#pragma omp threadprivate(x)

int main(void)
{
    int *p = &x;
#pragma omp parallel num_threads(2) copyin(x)
    {
        int k = 0;
        if (omp_get_thread_num() == 0)
            x = 5;  //~ RACE
        else
            k = *p;  //~ RACE
        (void)k;
    }
    return p == &x;
}
