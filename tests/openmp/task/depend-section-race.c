// The sections do not overlap.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a[0:4])
        a[3] = 1;  //~ RACE
#pragma omp task depend(in : a[4:4])
        a[4] = a[3];  //~ RACE
    }
    return a[4];
}
