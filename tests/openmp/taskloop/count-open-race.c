// Three tasks of any sizes: any two iterations may be of two of them.
int a[16];

int main(void)
{
    int n = 10;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(3)
    for (int i = 0; i < n; i++)
        a[i / 9] = i;  //~ RACE
    return a[0];
}
