// One block is of the master, the other of any thread.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp master
        x = 1;  //~ RACE
#pragma omp single
        x = 2;  //~ RACE
    }
    return x;
}
