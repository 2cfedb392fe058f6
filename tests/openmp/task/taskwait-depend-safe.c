// The wait is for the task that writes.
int main(void)
{
    int x = 0, y = 0, k = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 1;
#pragma omp taskwait depend(in : x)
        k = x;
    }
    return k + y;
}
