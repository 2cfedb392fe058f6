// Each lane has its own temporary.
int main(void)
{
    int t, a[8] = { 0 };
#pragma omp simd private(t)
    for (int i = 0; i < 8; i++) {
        t = i;
        a[i] = 1;
        (void)&t;
    }
    return a[0];
}
