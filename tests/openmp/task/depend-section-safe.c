// The sections are the same.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a[0:4])
        a[3] = 1;
#pragma omp task depend(in : a[0:4])
        a[4] = a[3];
    }
    return a[4];
}
