// The task is deferred.
int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task if (1)
        x = 1;  //~ RACE
        y = x;  //~ RACE
    }
    return y;
}
