// The task may be deferred, though there is one thread.
int main(void)
{
    int later = 0, seen = 0, x = 0;
#pragma omp task shared(later, seen)
    seen = later;
    later = 1;
#pragma omp taskwait
#pragma omp parallel num_threads(2)
    if (seen)
        x = 1;  //~ RACE
    return x;
}
