// A function for vector loops that writes a static variable.
static int last;

#pragma omp declare simd
static int twice(int x)
{
    last = x;  //~ RACE
    return 2 * x;
}

int main(void)
{
    int a[8];
#pragma omp simd
    for (int i = 0; i < 8; i++)
        a[i] = twice(i);
    return a[0];
}
