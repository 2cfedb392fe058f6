// Threads that made different numbers of regions come to the same block, and one does it.
int a[3], x;

int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp for
        for (int i = 0; i < 3; i++)
#pragma omp parallel
            a[i]++;
#pragma omp single
        x++;
#pragma omp single
        x++;
    }
    return x;
}
