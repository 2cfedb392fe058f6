// A loop with lanes may be divided otherwise than an equal loop.
static int a[9], b[9];

int main(void)
{
#pragma omp parallel
    {
#pragma omp for simd schedule(static) nowait
        for (int i = 0; i < 9; i++)
            a[i] = i;  //~ RACE
#pragma omp for schedule(static)
        for (int i = 0; i < 9; i++)
            b[i] = a[i];  //~ RACE
    }
    return b[0];
}
