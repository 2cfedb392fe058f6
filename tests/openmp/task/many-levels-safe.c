// More tasks than there are places for at a time, most of which are over.
static int sum(int n)
{
    int a = 0, b = 0;
    if (n < 2)
        return n;
#pragma omp task shared(a) if (n > 2)
    a = sum(n - 1);
#pragma omp task shared(b) if (n > 4)
    b = sum(n - 2);
#pragma omp taskwait
    return a + b;
}

int main(void)
{
    int result = 0;
#pragma omp parallel
#pragma omp single
    result = sum(11);
    return result;
}
