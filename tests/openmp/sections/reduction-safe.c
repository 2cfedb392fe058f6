// The sections add to private copies.
int main(void)
{
    int sum = 0;
#pragma omp parallel sections reduction(+ : sum)
    {
#pragma omp section
        sum += 1;
#pragma omp section
        sum += 2;
    }
    return sum;
}
