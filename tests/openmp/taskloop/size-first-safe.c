// A task has at least four iterations: the first four are of one.
int a[16];

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < 12; i++)
        a[i < 4 ? 0 : i] += i;
    return a[0];
}
