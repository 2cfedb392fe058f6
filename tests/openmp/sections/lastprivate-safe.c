// The last section gives `x` its value; the barrier comes before the use.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
    {
        int k;
#pragma omp sections lastprivate(x)
        {
#pragma omp section
            x = 1;
#pragma omp section
            x = 2;
        }
        k = x;
        (void)k;
    }
    return x + y;
}
