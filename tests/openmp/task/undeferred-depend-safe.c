// An undeferred task waits for those that it depends on.
int main(void)
{
    int x = 0, k = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task if (0) depend(in : x)
        k = x;
    }
    return k;
}
