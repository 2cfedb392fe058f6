// Wherever tasks begin, each iteration has an element of its own.
int a[16];

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < 12; i++)
        a[i] += i;
    return a[0];
}
