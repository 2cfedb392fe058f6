// A task may begin with 6, if the first has six iterations.
int a[16];

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < 12; i++)
        a[i == 6 ? 5 : i] += i;  //~ RACE
    return a[0];
}
