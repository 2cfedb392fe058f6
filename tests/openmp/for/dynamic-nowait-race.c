// A dynamic schedule gives iterations to any thread; without the barrier the second loop reads too early.
int main(void)
{
    int a[4] = { 0 }, b[4] = { 0 };
#pragma omp parallel
    {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 4; i++)
            a[i] = i;  //~ RACE
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 4; i++)
            b[i] = a[i];  //~ RACE
    }
    return b[0];
}
