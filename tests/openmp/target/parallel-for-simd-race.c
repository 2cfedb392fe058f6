// A long combined construct: neighbours.
int main(void)
{
    int a[9] = { 0 };
#pragma omp target teams distribute parallel for simd map(tofrom : a)
    for (int i = 0; i < 8; i++)
        a[i] = a[i + 1];  //~ RACE
    return a[0];
}
