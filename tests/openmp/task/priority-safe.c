// A priority orders nothing, a dependence does.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task priority(9) depend(out : x)
        x = 1;
#pragma omp task priority(1) depend(out : x)
        x = 2;
    }
    return x;
}
