// The lanes share the temporary.
int main(void)
{
    int t, a[8] = { 0 };
#pragma omp simd
    for (int i = 0; i < 8; i++) {
        t = i;  //~ RACE
        a[i] = 1;
        (void)&t;
    }
    return a[0];
}
