// Each thread has its own sum, but its lanes share it.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel
    {
        int sum = 0;
#pragma omp simd
        for (int j = 0; j < 8; j++)
            sum += a[j];  //~ RACE
        (void)sum;
    }
    return 0;
}
