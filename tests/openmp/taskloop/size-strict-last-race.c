// Tasks of 4, 4 and 2 iterations: 7 and 8 are of two tasks.
int a[16];

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(strict : 4)
    for (int i = 0; i < 10; i++)
        a[i < 7 ? i : 7] += i;  //~ RACE
    return a[0];
}
