// A lock that the thread holds around a vector loop keeps no lane from another.
int main(void)
{
    int a[5] = { 0 };
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        {
#pragma omp simd
            for (int i = 0; i < 4; i++)
                a[i + 1] = a[i]; //~ RACE
        }
    }
    return a[4];
}
