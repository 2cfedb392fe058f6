// The task sees what its block's thread has: the number that the first block left, or none.
int a[2];

int main(void)
{
#pragma omp parallel num_threads(2)
    {
        int k = 0;
#pragma omp single nowait
        k = 1;
#pragma omp single nowait
        {
#pragma omp task shared(k)
            a[k] = 1;  //~ RACE
#pragma omp taskwait
        }
#pragma omp master
        a[0] = 2;  //~ RACE
    }
    return a[0];
}
