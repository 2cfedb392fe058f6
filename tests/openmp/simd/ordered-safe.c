// The ordered block of a vector loop runs one lane after the other.
int main(void)
{
    int x = 0, a[8] = { 0 };
#pragma omp simd
    for (int i = 0; i < 8; i++) {
        a[i] = i;
#pragma omp ordered simd
        x += i;
    }
    return x + a[0];
}
