// Both updates are atomic.
int main(void)
{
    int x = 0;
#pragma omp parallel sections
    {
#pragma omp section
#pragma omp atomic
        x += 1;
#pragma omp section
#pragma omp atomic
        x += 2;
    }
    return x;
}
