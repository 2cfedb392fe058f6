// Each section has a copy of the counter.
int main(void)
{
    int x = 1;
#pragma omp parallel sections firstprivate(x)
    {
#pragma omp section
        x++;
#pragma omp section
        x++;
    }
    return 0;
}
