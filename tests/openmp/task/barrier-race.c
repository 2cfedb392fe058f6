// `nowait`: the task may still run when another thread reads.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
        int k;
#pragma omp single nowait
#pragma omp task
        x = 1;  //~ RACE
        k = x;  //~ RACE
        (void)k;
    }
    return x;
}
