// The end of a taskgroup waits for the tasks in it.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            x = 1;
        }
        x = 2;
    }
    return x;
}
