// The blocks are of one thread.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp masked
        x = 1;
#pragma omp masked filter(0)
        x = 2;
    }
    return x;
}
