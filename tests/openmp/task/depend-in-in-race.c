// Two readers are not ordered, but one of them writes.
int main(void)
{
    int x = 0, a = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x)
        a = x;  //~ RACE
#pragma omp task depend(in : x)
        a = x + 1;  //~ RACE
    }
    return a;
}
