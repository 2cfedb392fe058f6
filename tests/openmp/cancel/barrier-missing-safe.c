// The barrier at the end of the loop.
int main(void)
{
    int a[4] = { 0 };
#pragma omp parallel
    {
        int k;
#pragma omp for
        for (int i = 0; i < 4; i++) {
            a[i] = i;
#pragma omp cancel for if (0)
        }
        k = a[0];
        (void)k;
    }
    return a[0];
}
