// As many iterations as an argument says, each with an element of its own.
#include <stdlib.h>

static int a[1000];

int main(int argc, char **argv)
{
    int n = 100;
    if (argc > 1)
        n = atoi(argv[1]);
    if (n > 1000)
        n = 1000;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
    return 0;
}
