// A thread in a region within another does not wait for the tasks of the region around.
int value, copy;

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        value = 1;  //~ RACE
#pragma omp parallel num_threads(1)
        {
#pragma omp taskwait
            copy = value;  //~ RACE
        }
    }
    return copy;
}
