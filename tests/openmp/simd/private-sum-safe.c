// Each thread has its own sum, and its lanes reduce it.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel
    {
        int sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int j = 0; j < 8; j++)
            sum += a[j];
        (void)sum;
    }
    return 0;
}
