// The limit of a region on a device is over with it.
int main(void)
{
    int x = 0;
#pragma omp target parallel map(tofrom : x) thread_limit(1)
    x++;
#pragma omp parallel num_threads(2)
    {
        x++; //~ RACE
    }
    return x;
}
