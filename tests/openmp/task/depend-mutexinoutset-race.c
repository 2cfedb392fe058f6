// `in` tasks may run at the same time.
int main(void)
{
    int x = 0, a = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a)
        a = 1;
#pragma omp task depend(in : a)
        x += 1;  //~ RACE
#pragma omp task depend(in : a)
        x += 2;  //~ RACE
#pragma omp task depend(inout : a)
        x += a;
    }
    return x;
}
