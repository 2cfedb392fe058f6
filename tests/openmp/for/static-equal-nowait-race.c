// Loops of different length are divided differently, so that the second may read what another thread writes.
int main(void)
{
    int a[12] = { 0 }, b[12] = { 0 };
#pragma omp parallel num_threads(3)
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 12; i++)
            a[i] = i;  //~ RACE
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 6; i++)
            b[i] = a[i];  //~ RACE
    }
    return b[0];
}
