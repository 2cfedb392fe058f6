// Tasks of one `inoutset` are not ordered.
int main(void)
{
    int x = 0, a[2] = { 0, 0 };
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(inoutset : x)
        a[0] = 1;  //~ RACE
#pragma omp task depend(inoutset : x)
        a[0] = 2;  //~ RACE
#pragma omp task depend(in : x)
        x = a[0] + a[1];
    }
    return x;
}
