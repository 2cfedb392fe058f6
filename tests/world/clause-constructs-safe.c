// A loop of any length, proved for each thread alone.
//~ says: provided that all threads of a team meet the same constructs
#include <stdlib.h>

static int a[1000];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    if (n < 0 || n > 1000)
        return 1;
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            a[i] = i;
    }
    return 0;
}
