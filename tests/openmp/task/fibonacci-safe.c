// Every call waits for its two tasks, which have variables of its own.
static int fib(int n)
{
    int i, j;
    if (n < 2)
        return n;
#pragma omp task shared(i)
    i = fib(n - 1);
#pragma omp task shared(j)
    j = fib(n - 2);
#pragma omp taskwait
    return i + j;
}

int main(void)
{
    int result = 0;
#pragma omp parallel
#pragma omp single
    result = fib(17);
    return result != 1597;
}
