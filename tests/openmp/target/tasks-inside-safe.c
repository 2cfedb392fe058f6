// The tasks of the region are over at its end.
int main(void)
{
    int done = 0, seen = 0, x = 0;
#pragma omp target map(tofrom : done, seen)
    {
#pragma omp task shared(done)
        done = 1;
    }
    seen = done;
#pragma omp parallel num_threads(2)
    if (!seen)
        x = 1;
    return x;
}
