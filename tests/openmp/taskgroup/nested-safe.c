// Both tasks are in the group that is waited for.
int main(void)
{
    int x = 0, y = 0, k = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            x = 1;
#pragma omp task
            y = 1;
        }
        k = x + y;
    }
    return k;
}
