// Tasks of 4, 4 and 2 iterations: 8 and 9 are of one task.
int a[16];

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(strict : 4)
    for (int i = 0; i < 10; i++)
        a[i < 8 ? i : 8] += i;
    return a[0];
}
