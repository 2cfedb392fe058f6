// After the barrier `x` has the value of the last iteration.
int main(void)
{
    int x = 0, seen[64];
#pragma omp parallel
    {
        int k;
#pragma omp for lastprivate(x)
        for (int i = 0; i < 4; i++)
            x = i;
        k = x;
        (void)k;
    }
    (void)seen;
    return x;
}
