// Lanes that keep to their own elements, in a critical section that keeps the threads apart.
int main(void)
{
    int a[5] = { 0 };
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        {
#pragma omp simd
            for (int i = 0; i < 4; i++)
                a[i] = a[i] + 1;
        }
    }
    return a[4];
}
