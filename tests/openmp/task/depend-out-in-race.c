// The second task names another variable.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;  //~ RACE
#pragma omp task depend(in : y)
        y = x;  //~ RACE
    }
    return y;
}
