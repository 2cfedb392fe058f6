// An untied task and a wait for it.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task untied
        x = 1;
#pragma omp taskwait
        x = 2;
    }
    return x;
}
