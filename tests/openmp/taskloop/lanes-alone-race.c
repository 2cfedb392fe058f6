// The iterations of a task are lanes of a vector, in a team of one thread too.
int main(void)
{
    int a[5] = { 0 };
#pragma omp taskloop simd shared(a)
    for (int i = 0; i < 4; i++)
        a[i + 1] = a[i];  //~ RACE
    return a[4];
}
