// A task has at least eight iterations: there is one.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(8)
    for (int i = 0; i < 8; i++)
        a[i % 4] += i;
    return a[0];
}
