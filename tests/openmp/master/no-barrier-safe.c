// A barrier after `master`.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
        int k;
#pragma omp master
        x = 1;
#pragma omp barrier
        k = x;
        (void)k;
    }
    return x;
}
