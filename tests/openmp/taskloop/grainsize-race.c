// A task has at least two iterations and less than four: iterations 0 and 4 are never of one task.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2)
    for (int i = 0; i < 8; i++)
        a[i % 4] += i;  //~ RACE
    return a[0];
}
