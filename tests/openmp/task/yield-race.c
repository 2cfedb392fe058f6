// `taskyield` orders nothing.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;  //~ RACE
#pragma omp taskyield
        x = 2;  //~ RACE
    }
    return x;
}
