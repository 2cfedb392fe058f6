// The tasks write the threadprivate variable of whichever thread runs them.
static int x;
#pragma omp threadprivate(x)

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        x++;
#pragma omp task
        x++;
    }
    return 0;
}
