// The first loop is over when the second one begins.
int a[1000];

int main(void)
{
    long sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop grainsize(50)
        for (int i = 0; i < 1000; i++)
            a[i] = i;
#pragma omp taskloop reduction(+ : sum) num_tasks(8)
        for (int i = 0; i < 1000; i++)
            sum += a[i];
    }
    return sum == 0;
}
