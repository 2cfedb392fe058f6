// The combiner counts its calls: combinations exclude each other. The count is read after the barrier.
static int calls;

static int add(int a, int b)
{
    calls++;
    return a + b;
}

#pragma omp declare reduction(plus : int : omp_out = add(omp_out, omp_in)) initializer(omp_priv = 0)

int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
        int k;
#pragma omp for reduction(plus : sum)
        for (int i = 0; i < 4; i++)
            sum += i;
        k = calls;
        (void)k;
    }
    return sum;
}
