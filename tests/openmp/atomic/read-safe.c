// An atomic read beside atomic updates.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
        int k;
#pragma omp atomic update
        x += 2;
#pragma omp atomic read
        k = x;
        (void)k;
    }
    return x;
}
