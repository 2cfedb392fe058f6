// A task per iteration, each with an element of its own.
int a[9];

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(8)
    for (int i = 0; i < 8; i++)
        a[i] = a[i] + 1;
    return a[0];
}
