// The barrier of the first loop comes before the second.
int main(void)
{
    int sum = 0, a[4] = { 0 };
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 4; i++)
            sum += i;
#pragma omp for
        for (int i = 0; i < 4; i++)
            a[i] = sum;
    }
    return a[0];
}
