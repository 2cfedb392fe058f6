// A thread of a later team does vector loops of its own; it may have the place of one that has ended.
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
                a[16 * b + 15 - i] += 1;
    }
    return 0;
}
