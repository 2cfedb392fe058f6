// A taskloop waits for its tasks.
int main(void)
{
    int a[4] = { 0 }, k = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop
        for (int i = 0; i < 4; i++)
            a[i] = i;
        k = a[3];
    }
    return k;
}
