// The first thread leaves the address of a private variable in one that all share, and threads use it one after the other.
int main(void)
{
    int *shared = 0;
#pragma omp parallel
    {
        int own = 0;
#pragma omp master
        shared = &own;
#pragma omp barrier
#pragma omp single
        *shared = 1;
#pragma omp single nowait
        *shared = 2;
#pragma omp barrier
    }
    return 0;
}
