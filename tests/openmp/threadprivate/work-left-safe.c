// Whoever does the iterations, the first thread has the same value.
static int mine, x;
#pragma omp threadprivate(mine)

int main(void)
{
#pragma omp parallel for schedule(dynamic) num_threads(2)
    for (int i = 0; i < 2; i++)
        mine = 0;
    int first = !mine;
#pragma omp parallel num_threads(2)
    if (!first)
        x++;
    return x;
}
