// The task puts back what it found there.
static int mine, x;
#pragma omp threadprivate(mine)

int main(void)
{
#pragma omp task
    mine = mine + 1 - 1;
#pragma omp taskwait
    int seen = mine;
#pragma omp parallel num_threads(2)
    if (seen)
        x++;
    return x;
}
