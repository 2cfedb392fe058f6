// The barrier at the end of `single` comes before the reads.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
        int k;
#pragma omp single
        x = 1;
        k = x;
        (void)k;
    }
    return x;
}
