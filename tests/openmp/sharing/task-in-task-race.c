// In a nested task the variable of the outer task is shared.
int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task
    {
        int x = 0;
#pragma omp task shared(x)
        x++;  //~ RACE
        x++;  //~ RACE
#pragma omp taskwait
        (void)&x;
    }
    return 0;
}
