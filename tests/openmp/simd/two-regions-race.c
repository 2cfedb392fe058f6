// The second vector loop reads what its neighbour writes.
int a[64];

int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp for
        for (int b = 0; b < 4; b++)
#pragma omp simd
            for (int i = 0; i < 16; i++)
                a[16 * b + i] = i;
    }
#pragma omp parallel num_threads(2)
    {
#pragma omp for
        for (int b = 0; b < 4; b++)
#pragma omp simd
            for (int i = 0; i < 15; i++)
                a[16 * b + 15 - i] += a[16 * b + 14 - i];  //~ RACE
    }
    return 0;
}
