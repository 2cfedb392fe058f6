// `i` is shared in all threads of the region, so it is shared in the task.
int main(void)
{
    int i;
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
            i = 1;
#pragma omp task
            {
                int k = i;  //~ RACE
                (void)k;
            }
            i = 2;  //~ RACE
            (void)&i;
        }
    }
    return 0;
}
