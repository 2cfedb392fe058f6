// The iterations of a task are lanes of a vector, each with its own element.
int main(void)
{
    int a[5] = { 0 };
#pragma omp taskloop simd shared(a)
    for (int i = 0; i < 4; i++)
        a[i] = a[i] + 1;
    return a[4];
}
