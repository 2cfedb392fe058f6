// The sections end with a barrier.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
        int k;
#pragma omp sections
        {
#pragma omp section
            x = 1;
        }
        k = x;
        (void)k;
    }
    return x;
}
