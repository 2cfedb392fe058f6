// The children of a final task are included: they run at once.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(1)
        {
#pragma omp task
            x = 1;
            x = 2;
        }
    }
    return x;
}
