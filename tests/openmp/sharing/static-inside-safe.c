// An automatic variable declared in a region is private.
int main(void)
{
#pragma omp parallel
    {
        int t = 0;
        t++;
    }
    return 0;
}
