// In a nested task the variable of the outer task is firstprivate.
int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task
    {
        int x = 0;
#pragma omp task
        x++;
        x++;
#pragma omp taskwait
        (void)&x;
    }
    return 0;
}
