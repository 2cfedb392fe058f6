// A task that does nothing comes after the first and before the second.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out: x)
        x = 1;
#pragma omp taskwait depend(in: x) depend(out: y) nowait
#pragma omp task depend(in: y)
        x = 2;
    }
    return x + y;
}
