// The task is undeferred: its creator waits for its end.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task if (0)
        x = 1;
        y = x;
    }
    return y;
}
