// `j` is linear: each lane has its value.
int main(void)
{
    int j = 0, a[8] = { 0 };
#pragma omp simd linear(j : 1)
    for (int i = 0; i < 8; i++) {
        a[i] = i;
        j++;
    }
    return a[0] + j;
}
