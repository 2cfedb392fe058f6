// The tasks write different elements.
int main(void)
{
    int a[2] = { 0 };
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    {
#pragma omp task
        {
            a[0] = 1;
#pragma omp cancel taskgroup
        }
#pragma omp task
        {
#pragma omp cancellation point taskgroup
            a[1] = 2;
        }
    }
    return a[0];
}
