// The first block ends with a barrier.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp single
        x = 1;
#pragma omp single
        x = 2;
    }
    return x;
}
