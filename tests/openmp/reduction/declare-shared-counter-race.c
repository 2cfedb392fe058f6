// The combiner counts its calls; another thread reads the count beside it.
static int calls;

static int add(int a, int b)
{
    calls++;  //~ RACE
    return a + b;
}

#pragma omp declare reduction(plus : int : omp_out = add(omp_out, omp_in)) initializer(omp_priv = 0)

int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
        int k;
#pragma omp for reduction(plus : sum) nowait
        for (int i = 0; i < 4; i++)
            sum += i;
        k = calls;  //~ RACE
        (void)k;
    }
    return sum;
}
