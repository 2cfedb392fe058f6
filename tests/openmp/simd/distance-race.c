// The distance is the value of a variable that is too small.
int main(void)
{
    int a[16] = { 0 };
    int distance = 4;
#pragma omp simd
    for (int i = 0; i < 8; i++)
        a[i + distance] = a[i];  //~ RACE
    return a[15];
}
