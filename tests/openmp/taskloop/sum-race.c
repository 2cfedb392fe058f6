// The second loop does not wait for the first one.
int a[1000];

int main(void)
{
    long sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop grainsize(50) nogroup
        for (int i = 0; i < 1000; i++)
            a[i] = i;  //~ RACE
#pragma omp taskloop reduction(+ : sum) num_tasks(8)
        for (int i = 0; i < 1000; i++)
            sum += a[i];  //~ RACE
    }
    return sum == 0;
}
