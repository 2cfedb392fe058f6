// Three tasks of any sizes, each element is of one iteration.
int a[16];

int main(void)
{
    int n = 10;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(3)
    for (int i = 0; i < n; i++)
        a[i] = i;
    return a[0];
}
