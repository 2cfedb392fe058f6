// The task has a copy of the array, made when it is created.
int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int n = 4;
        int a[n];
        a[1] = 0;
#pragma omp task
        a[1]++;
        a[1]++;
#pragma omp taskwait
    }
    return 0;
}
