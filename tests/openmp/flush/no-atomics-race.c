// A flush orders nothing by itself: the flag is accessed without atomics. Both accesses of the flag race; the data is not reached.
int main(void)
{
    int flag = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
#pragma omp flush
            flag = 1;  //~ RACE
        }
#pragma omp section
        {
            int seen;
            seen = flag;  //~ RACE
#pragma omp flush
            (void)seen;
        }
    }
    return flag;
}
