// The second target task comes after the first.
int main(void)
{
    int a[4] = { 0 };
#pragma omp target enter data map(to : a)
#pragma omp target nowait
    a[0] = 1;
#pragma omp taskwait
#pragma omp target nowait
    a[0] = 2;
#pragma omp taskwait
#pragma omp target exit data map(from : a)
    return a[0];
}
