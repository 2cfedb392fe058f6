// Reads and writes are in different halves.
int main(void)
{
    int a[16] = { 0 };
    int distance = 8;
#pragma omp simd
    for (int i = 0; i < 8; i++)
        a[i + distance] = a[i];
    return a[15];
}
