// `j` is incremented by all lanes.
int main(void)
{
    int j = 0, a[8] = { 0 };
#pragma omp simd
    for (int i = 0; i < 8; i++) {
        a[i] = i;
        j++;  //~ RACE
    }
    return a[0] + j;
}
