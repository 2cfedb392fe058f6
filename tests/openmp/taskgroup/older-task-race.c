// The group waits for the tasks that are made in it, not for what tasks from before it make meanwhile.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task shared(x)
        {
#pragma omp task shared(x)
            x = 1;  //~ RACE
        }
#pragma omp taskgroup
        {
#pragma omp task
            {
            }
        }
        x++;  //~ RACE
    }
    return x;
}
