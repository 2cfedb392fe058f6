// The barrier at the end of `single` waits for all tasks.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
        int k;
#pragma omp single
#pragma omp task
        x = 1;
        k = x;
        (void)k;
    }
    return x;
}
