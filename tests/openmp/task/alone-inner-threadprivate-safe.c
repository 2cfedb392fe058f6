// It leaves nothing.
static int mine, x;
#pragma omp threadprivate(mine)

int main(void)
{
#pragma omp parallel num_threads(1)
    {
#pragma omp task
        {
#pragma omp task
            mine += 0;
        }
#pragma omp barrier
    }
    int seen = mine;
#pragma omp parallel num_threads(2)
    if (seen)
        x++;
    return x;
}
