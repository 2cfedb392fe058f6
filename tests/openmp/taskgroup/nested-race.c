// The inner group ends before the other task is made; that one is not waited for.
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
        }
#pragma omp task
        y = 1;  //~ RACE
        k = x + y;  //~ RACE
    }
    return k;
}
