// Deep in the recursion the tasks are not waited for.
static int fib(int n)
{
    int i, j;
    if (n < 2)
        return n;
#pragma omp task shared(i)
    i = fib(n - 1);  //~ RACE
#pragma omp task shared(j)
    j = fib(n - 2);  //~ RACE
    if (n != 2) {
#pragma omp taskwait
    }
    return i + j;  //~ RACE
}

int main(void)
{
    int result = 0;
#pragma omp parallel
#pragma omp single
    result = fib(9);
    return result != 34;
}
