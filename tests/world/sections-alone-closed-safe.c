// There is no region, so there is one thread in any world, and the closed one need not be why.
//~ options: --closed-world
//~ says: race-free in the closed world
#include <stdio.h>

static int n;

static void share(void)
{
#pragma omp sections
    {
#pragma omp section
        n++;
#pragma omp section
        n++;
    }
}

int main(void)
{
    share();
    return printf("%d\n", n) < 0;
}
