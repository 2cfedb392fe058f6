// A variable declared in a region is private.
int main(void)
{
#pragma omp parallel
    {
        int t;
        t = 1;
        (void)&t;
    }
    return 0;
}
