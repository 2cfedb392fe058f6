// An atomic write beside atomic reads.
int main(void)
{
    int x = 0;
#pragma omp parallel sections
    {
#pragma omp section
        {
            int k;
#pragma omp atomic read
            k = x;
            (void)k;
        }
#pragma omp section
#pragma omp atomic write
        x = 1;
    }
    return x;
}
