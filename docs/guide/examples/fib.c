#include <stdio.h>

static int fib(int n)
{
    int x, y;
    if (n < 2)
        return n;
#pragma omp task shared(x)
    x = fib(n - 1);
    y = fib(n - 2);
    return x + y;
}

int main(void)
{
#pragma omp parallel
#pragma omp single
    printf("%d\n", fib(5));
    return 0;
}
