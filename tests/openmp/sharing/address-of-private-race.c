// The first thread leaves the address of a private variable in one that all share; any thread may do the second block of code.
int main(void)
{
    int *shared = 0;
#pragma omp parallel
    {
        int own = 0;
#pragma omp master
        shared = &own;
#pragma omp barrier
#pragma omp single nowait
        *shared = 1;  //~ RACE
#pragma omp single nowait
        *shared = 2;  //~ RACE
#pragma omp barrier
    }
    return 0;
}
