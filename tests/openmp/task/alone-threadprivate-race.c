// The one thread of a team executes its tasks, which see its variables.
static int mine, x;
#pragma omp threadprivate(mine)

int main(void)
{
#pragma omp task
    mine = 1;
#pragma omp taskwait
    int seen = mine;
#pragma omp parallel num_threads(2)
    if (seen)
        x++;  //~ RACE
    return x;
}
