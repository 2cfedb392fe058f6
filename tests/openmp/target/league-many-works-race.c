// The works of a league add to one sum.
#include <stdio.h>

static const long works = 10000000000;

int main(void)
{
    double sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : sum)
    for (long i = 0; i < works; i++)
        sum += 1.0 / (double)(i + 1); //~ RACE
    printf("%f\n", sum);
    return 0;
}
