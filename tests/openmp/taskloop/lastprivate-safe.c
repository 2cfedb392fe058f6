// The taskloop waits for its tasks; the variable has the value of the last iteration.
int main(void)
{
    int x = 0, k;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop lastprivate(x)
        for (int i = 0; i < 4; i++)
            x = i;
        k = x;
        (void)k;
    }
    return x;
}
