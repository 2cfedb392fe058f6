// The loop variable is copied when a task is made.
int main(void)
{
    int i, a[4] = { 0 };
#pragma omp parallel
#pragma omp single
    {
        for (i = 0; i < 2; i++) {
#pragma omp task firstprivate(i)
            {
                int k = i;
                (void)k;
            }
        }
#pragma omp taskwait
    }
    return a[0];
}
