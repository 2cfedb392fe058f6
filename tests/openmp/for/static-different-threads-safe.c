// Both loops run forwards: equal iterations are of equal threads.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(static, 1) nowait
        for (int i = 0; i < 8; i++)
            a[i] = i;
#pragma omp for schedule(static, 1)
        for (int i = 0; i < 8; i++)
            a[i] += 1;
    }
    return a[0];
}
