// The barrier of the first loop comes before the combination of the second.
int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 4; i++)
            sum += i;
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 4; i++)
            sum += i;
    }
    return sum;
}
