// The schedule is decided when the program runs: no mapping may be relied on.
int main(void)
{
    int a[8] = { 0 }, b[8] = { 0 };
#pragma omp parallel
    {
#pragma omp for schedule(runtime) nowait
        for (int i = 0; i < 8; i++)
            a[i] = i;  //~ RACE
#pragma omp for schedule(runtime)
        for (int i = 0; i < 8; i++)
            b[i] = a[7 - i];  //~ RACE
    }
    return b[0];
}
