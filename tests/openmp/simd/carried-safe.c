// Iterations of a vector loop are independent.
int main(void)
{
    int a[16] = { 0 };
#pragma omp simd
    for (int i = 1; i < 16; i++)
        a[i] = a[i] + 1;
    return a[1];
}
