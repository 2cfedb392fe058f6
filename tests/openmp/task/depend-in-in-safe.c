// The last task waits for both readers.
int main(void)
{
    int x = 0, a = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x)
        a = x;
#pragma omp task depend(inout : x)
        a = x + 1;
    }
    return a;
}
