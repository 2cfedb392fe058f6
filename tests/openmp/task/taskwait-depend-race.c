// The wait is for the other task.
int main(void)
{
    int x = 0, y = 0, k = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;  //~ RACE
#pragma omp task depend(out : y)
        y = 1;
#pragma omp taskwait depend(in : y)
        k = x;  //~ RACE
    }
    return k + y;
}
