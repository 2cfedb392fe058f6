// Under a condition that does not hold, iterations run one after the other.
int main(void)
{
    int a[16] = { 0 };
#pragma omp simd if(0)
    for (int i = 1; i < 16; i++)
        a[i] = a[i - 1] + 1;
    return a[1];
}
