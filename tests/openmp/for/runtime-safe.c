// The barrier makes the mapping irrelevant.
int main(void)
{
    int a[8] = { 0 }, b[8] = { 0 };
#pragma omp parallel
    {
#pragma omp for schedule(runtime)
        for (int i = 0; i < 8; i++)
            a[i] = i;
#pragma omp for schedule(runtime)
        for (int i = 0; i < 8; i++)
            b[i] = a[7 - i];
    }
    return b[0];
}
