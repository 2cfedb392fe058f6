// The sum is no reduction: the lanes write one variable.
int main(void)
{
    int sum = 0, a[8] = { 0 };
#pragma omp simd
    for (int i = 0; i < 8; i++)
        sum += a[i];  //~ RACE
    return sum;
}
