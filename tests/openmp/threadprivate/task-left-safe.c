// Nobody looks at what tasks leave with the threads that execute them.
static int mine, x;
#pragma omp threadprivate(mine)

int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
#pragma omp task
            mine = 1;
#pragma omp task
            mine = 1;
        }
        if (x)
            x++;
    }
    return x;
}
