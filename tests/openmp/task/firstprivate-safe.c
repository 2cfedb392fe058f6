// `i` is private in the region, so it is firstprivate in the task.
int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
            int i;
            i = 1;
#pragma omp task
            {
                int k = i;
                (void)k;
            }
            i = 2;
            (void)&i;
        }
    }
    return 0;
}
