// A task of a task leaves its value with the thread of both, also after that task is over.
static int mine, x;
#pragma omp threadprivate(mine)

int main(void)
{
#pragma omp parallel num_threads(1)
    {
#pragma omp task
        {
#pragma omp task
            mine++;
        }
#pragma omp barrier
    }
    int seen = mine;
#pragma omp parallel num_threads(2)
    if (seen)
        x++;  //~ RACE
    return x;
}
