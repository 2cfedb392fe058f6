// Two target tasks write to one block through the parameter of a function that has returned.
#include <stdlib.h>

static void fill(double *d, int n)
{
#pragma omp target teams distribute parallel for map(tofrom : d[0 : n]) nowait  //~ RACE
    for (int i = 0; i < n; i++)
        d[i] = i;  //~ RACE
}

int main(void)
{
    double *d = malloc(8 * sizeof *d), *e = malloc(8 * sizeof *e);
    fill(d, 8);
    fill(d, 8);
#pragma omp taskwait
    free(d);
    free(e);
    return 0;
}
