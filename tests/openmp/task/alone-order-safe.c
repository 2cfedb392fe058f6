// The task is over before the variable is set.
int main(void)
{
    int later = 0, seen = 0, x = 0;
#pragma omp task shared(later, seen)
    seen = later;
#pragma omp taskwait
    later = 1;
#pragma omp parallel num_threads(2)
    if (seen)
        x = 1;
    return x;
}
