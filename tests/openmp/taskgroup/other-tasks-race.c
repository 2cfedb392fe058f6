// The task before the group is not waited for.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;  //~ RACE
#pragma omp taskgroup
        {
        }
        x = 2;  //~ RACE
    }
    return x;
}
