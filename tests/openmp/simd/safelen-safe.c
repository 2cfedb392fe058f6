// Four iterations at a time, and a distance of four.
int main(void)
{
    int a[20] = { 0 };
#pragma omp simd safelen(4)
    for (int i = 4; i < 20; i++)
        a[i] = a[i - 4] + 1;
    return a[4];
}
