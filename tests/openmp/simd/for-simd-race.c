// `for simd`: the iterations depend on each other.
int main(void)
{
    int a[17] = { 0 };
#pragma omp parallel for simd
    for (int i = 0; i < 16; i++)
        a[i] = a[i + 1] + 1;  //~ RACE
    return a[1];
}
