// A barrier between the first value and the combination.
int main(void)
{
    int sum;
#pragma omp parallel
    {
#pragma omp master
        sum = 0;
#pragma omp barrier
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 4; i++)
            sum += i;
    }
    return sum;
}
