// Both blocks are of the master.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp master
        x = 1;
#pragma omp master
        x = 2;
    }
    return x;
}
