// Tasks of 3, 3 and 2 iterations: 5 and 6 are of two tasks.
int a[16];

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(strict : 3)
    for (int i = 0; i < 8; i++)
        a[i == 6 ? 5 : i] += i;  //~ RACE
    return a[0];
}
