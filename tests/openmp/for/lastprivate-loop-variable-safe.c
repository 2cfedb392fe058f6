// The barrier at the end of the loop comes first.
int main(void)
{
    int i;
#pragma omp parallel
    {
        int k;
#pragma omp for lastprivate(i)
        for (i = 0; i < 4; i++)
            ;
        k = i;
        (void)k;
    }
    return i;
}
