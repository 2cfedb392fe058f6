// `taskgroup` waits for all descendants.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            x = 1;
        }
        y = x;
    }
    return y;
}
