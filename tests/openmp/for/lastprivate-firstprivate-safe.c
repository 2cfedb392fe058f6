// All threads have copied the original before the last iteration writes it.
int main(void)
{
    int x = 3, k = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp for firstprivate(x) lastprivate(x)
        for (int i = 0; i < 4; i++)
            x = i;
    }
    return x + k;
}
