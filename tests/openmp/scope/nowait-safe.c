// `scope` ends with a barrier.
int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
        int k;
#pragma omp scope reduction(+ : sum)
        sum += 1;
        k = sum;
        (void)k;
    }
    return sum;
}
