// The second target task depends on the first.
int main(void)
{
    int x = 0;
#pragma omp target map(tofrom : x) nowait depend(out : x)
    x = 1;
#pragma omp target map(tofrom : x) nowait depend(inout : x)
    x = 2;
#pragma omp taskwait
    return x;
}
