// The second loop runs backwards: other threads have its elements.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(static, 1) nowait
        for (int i = 0; i < 8; i++)
            a[i] = i;  //~ RACE
#pragma omp for schedule(static, 1)
        for (int i = 0; i < 8; i++)
            a[7 - i] += 1;  //~ RACE
    }
    return a[0];
}
