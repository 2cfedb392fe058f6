// Threads that made different numbers of regions come to the same blocks; these do not wait for each other.
int a[3], x;

int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp for
        for (int i = 0; i < 3; i++)
#pragma omp parallel
            a[i]++;
#pragma omp single nowait
        x++;  //~ RACE
#pragma omp single
        x++;  //~ RACE
    }
    return x;
}
