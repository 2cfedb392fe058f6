// A variable of the block is firstprivate in tasks.
int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int x = 0;
#pragma omp task
        x++;
#pragma omp task
        x++;
        (void)&x;
    }
    return 0;
}
