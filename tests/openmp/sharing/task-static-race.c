// A static variable is shared in tasks.
int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        static int x;
#pragma omp task
        x++;  //~ RACE
#pragma omp task
        x++;  //~ RACE
        (void)&x;
    }
    return 0;
}
