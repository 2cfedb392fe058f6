// A long combined construct: own elements.
int main(void)
{
    int a[9] = { 0 };
#pragma omp target teams distribute parallel for simd map(tofrom : a)
    for (int i = 0; i < 8; i++)
        a[i] = i;
    return a[0];
}
