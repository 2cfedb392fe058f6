// A barrier is between the loops.
static int a[9], b[9];

int main(void)
{
#pragma omp parallel
    {
#pragma omp for simd schedule(static)
        for (int i = 0; i < 9; i++)
            a[i] = i;
#pragma omp for schedule(static)
        for (int i = 0; i < 9; i++)
            b[i] = a[i];
    }
    return b[0];
}
