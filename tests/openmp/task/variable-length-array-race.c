// The task has the array of the block around.
int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int n = 4;
        int a[n];
        a[1] = 0;
#pragma omp task shared(a)
        a[1]++;  //~ RACE
        a[1]++;  //~ RACE
#pragma omp taskwait
    }
    return 0;
}
