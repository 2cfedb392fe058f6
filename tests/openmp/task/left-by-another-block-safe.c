// Every thread has the same number when the second block begins.
int a[2];

int main(void)
{
#pragma omp parallel num_threads(2)
    {
        int k = 0;
#pragma omp single nowait
        k = 1;
        k = 1;
#pragma omp single nowait
        {
#pragma omp task shared(k)
            a[k] = 1;
#pragma omp taskwait
        }
#pragma omp master
        a[0] = 2;
    }
    return a[0];
}
