// The barrier at the end of the first loop orders the two.
int main(void)
{
    int a[4] = { 0 }, b[4] = { 0 };
#pragma omp parallel
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 4; i++)
            a[i] = i;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 4; i++)
            b[i] = a[i];
    }
    return b[0];
}
