// One task does all iterations.
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(1)
    for (int i = 0; i < 8; i++)
        a[i] = a[i + 1];
    return a[0];
}
