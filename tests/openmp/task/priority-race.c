// A priority orders nothing.
int main(void)
{
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task priority(9)
        x = 1;  //~ RACE
#pragma omp task priority(1)
        x = 2;  //~ RACE
    }
    return x;
}
