// A task has at least four iterations: the last four are of one.
int a[16];

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < 12; i++)
        a[i > 7 ? 8 : i] += i;
    return a[0];
}
