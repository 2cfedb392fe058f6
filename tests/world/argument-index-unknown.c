// A number that is an argument decides which element all threads write, behind a loop that one run skips.
//~ says: race-free without arguments; for others nothing is known
#include <stdlib.h>

static int a[1000];

int main(int argc, char **argv)
{
    double n = 100;
    if (argc > 1)
        n = atof(argv[1]);
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        a[n * n == 1.5625 ? 0 : i] = i;
    return 0;
}
