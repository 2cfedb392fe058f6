// The tasks write one variable.
int main(void)
{
    int a[2] = { 0 };
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    {
#pragma omp task
        {
            a[0] = 1;  //~ RACE
#pragma omp cancel taskgroup
        }
#pragma omp task
        {
#pragma omp cancellation point taskgroup
            a[0] = 2;  //~ RACE
        }
    }
    return a[0];
}
