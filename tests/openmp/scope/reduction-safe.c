// `scope` with a reduction.
int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
#pragma omp scope reduction(+ : sum)
        sum += 1;
    }
    return sum;
}
