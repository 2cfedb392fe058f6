// A thread waits for its tasks before a region within.
int value, copy;

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        value = 1;
#pragma omp taskwait
#pragma omp parallel num_threads(1)
        {
            copy = value;
        }
    }
    return copy;
}
