// An undeferred task without a dependence does not wait for other tasks.
int main(void)
{
    int x = 0, k = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;  //~ RACE
#pragma omp task if (0)
        k = x;  //~ RACE
    }
    return k;
}
