#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i <= n; i++)
        sum += 1.0 / i;
    printf("%f\n", sum);
    return 0;
}
