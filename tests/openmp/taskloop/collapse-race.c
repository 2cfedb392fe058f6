// With both loops collapsed, tasks with the same `i` may be different.
int main(void)
{
    int a[2][2] = { { 0 } };
#pragma omp parallel
#pragma omp single
#pragma omp taskloop collapse(2)
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            a[i][0] += j;  //~ RACE
    return a[0][0];
}
