// Eight iterations are four for each of two threads, in both loops.
int main(void)
{
    int a[8] = { 0 }, b[8] = { 0 };
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 8; i++)
            a[i] = i;
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 8; i++)
            b[i] = i == 3 ? a[3] : 0;
    }
    return b[0];
}
