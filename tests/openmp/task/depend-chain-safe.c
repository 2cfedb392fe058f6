// A chain of three tasks.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(inout : x)
        x += 1;
#pragma omp task depend(inout : x)
        x += 2;
#pragma omp taskwait
    }
    return x + y;
}
