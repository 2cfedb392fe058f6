// A thread that did no iteration still has the first value.
static int mine, x;
#pragma omp threadprivate(mine)

int main(void)
{
#pragma omp parallel for schedule(dynamic) num_threads(2)
    for (int i = 0; i < 2; i++)
        mine = 1;
    int first = !mine;
#pragma omp parallel num_threads(2)
    if (first)
        x++;  //~ RACE
    return x;
}
