// A task has at least four iterations: the last may begin with 8.
int a[16];

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < 12; i++)
        a[i > 6 ? 8 : i] += i;  //~ RACE
    return a[0];
}
