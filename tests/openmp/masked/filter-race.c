// The blocks are of different threads.
int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp masked
        x = 1;  //~ RACE
#pragma omp masked filter(1)
        x = 2;  //~ RACE
    }
    return x;
}
