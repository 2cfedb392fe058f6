// The pointer is copied, not the array.
int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int n = 4;
        int rows[n][n];
        int *a = rows[1];
        a[2] = 0;
#pragma omp task firstprivate(a)
        a[2]++;  //~ RACE
        a[2]++;  //~ RACE
#pragma omp taskwait
    }
    return 0;
}
