// A reduction of a vector loop.
int main(void)
{
    int sum = 0, a[8] = { 0 };
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < 8; i++)
        sum += a[i];
    return sum;
}
