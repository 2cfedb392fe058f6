// Loops of equal length with the same static schedule are divided equally: no barrier is needed.
int main(void)
{
    int a[12] = { 0 }, b[12] = { 0 };
#pragma omp parallel num_threads(3)
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 12; i++)
            a[i] = i;
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 12; i++)
            b[i] = a[i];
    }
    return b[0];
}
