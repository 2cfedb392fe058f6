// Tasks of 3, 3 and 2 iterations: 4 and 5 are of one task.
int a[16];

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(strict : 3)
    for (int i = 0; i < 8; i++)
        a[i == 5 ? 4 : i] += i;
    return a[0];
}
