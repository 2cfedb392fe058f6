// The tasks write a shared global variable.
static int x;

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        x++;  //~ RACE
#pragma omp task
        x++;  //~ RACE
    }
    return 0;
}
