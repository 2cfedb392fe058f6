// Two thousand million iterations of which only the sum matters.
#include <stdio.h>

int main(void)
{
    double pi = 0, width = 1.0 / 2000000000;
#pragma omp parallel for reduction(+ : pi)
    for (long i = 0; i < 2000000000; i++) {
        double x = (i + 0.5) * width;
        pi += 1.0 / (x * x + 1.0);
    }
    printf("%f\n", pi * 4 * width);
    return 0;
}
