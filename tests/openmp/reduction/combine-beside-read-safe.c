// The barrier at the end of the loop comes before the read.
int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
        int k;
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 4; i++)
            sum += i;
        k = sum;
        (void)k;
    }
    return sum;
}
