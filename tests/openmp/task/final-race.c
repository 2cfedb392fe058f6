// The children of a task that is not final run beside it.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(0)
        {
#pragma omp task
            x = 1;  //~ RACE
            x = 2;  //~ RACE
        }
    }
    return x;
}
