// The last value is read after the region.
int main(void)
{
    int x = 0, last = 0;
#pragma omp parallel
    {
        int k = 0;
#pragma omp critical
        x += 1;
        (void)k;
    }
    last = x;
    return last;
}
