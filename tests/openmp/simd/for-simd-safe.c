// `for simd`: the iterations are independent.
int main(void)
{
    int a[17] = { 0 };
#pragma omp parallel for simd
    for (int i = 0; i < 16; i++)
        a[i] = i;
    return a[1];
}
