// A task leaves its value with the thread that executes it, and each thread may execute one.
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
        if (mine)
            x++;  //~ RACE
    }
    return x;
}
