// Under a condition that holds, iterations are lanes beside each other.
int main(void)
{
    int a[16] = { 0 };
#pragma omp simd if(1)
    for (int i = 1; i < 16; i++)
        a[i] = a[i - 1] + 1;  //~ RACE
    return a[1];
}
