// `default(firstprivate)` gives each thread a copy.
int main(void)
{
    int x = 0;
#pragma omp parallel default(firstprivate)
    {
        x++;
        (void)&x;
    }
    return 0;
}
