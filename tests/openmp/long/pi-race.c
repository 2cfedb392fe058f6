// The same sum in a shared variable.
#include <stdio.h>

int main(void)
{
    double pi = 0, width = 1.0 / 2000;
#pragma omp parallel for
    for (long i = 0; i < 2000; i++) {
        double x = (i + 0.5) * width;
        pi += 1.0 / (x * x + 1.0);  //~ RACE
    }
    printf("%f\n", pi * 4 * width);
    return 0;
}
