// Two loops with equal static schedules.
int main(void)
{
    int a[8] = { 0 }, b[8] = { 0 };
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(monotonic : static, 4) nowait
        for (int i = 0; i < 8; i++)
            a[i] = i;
#pragma omp for schedule(static, 4)
        for (int i = 0; i < 8; i++)
            b[i] = a[i];
    }
    return b[0];
}
