// A region on a device that has one thread for it.
int main(void)
{
    int x = 0;
#pragma omp target parallel map(tofrom : x) thread_limit(1)
    x++;
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        x++;
    }
    return x;
}
