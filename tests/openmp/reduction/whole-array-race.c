// The array is shared.
int main(void)
{
    int a[2] = { 0, 0 };
#pragma omp parallel for shared(a)
    for (int i = 0; i < 4; i++)
        a[i % 2] += i;  //~ RACE
    return a[0];
}
