// The critical section comes after the barrier of the loop.
int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 4; i++)
            sum += i;
#pragma omp critical
        sum += 1;
    }
    return sum;
}
