// The thread that does the second block need not be the one that did the first, whatever tasks it waits for.
int x, y, z;

int main(void)
{
#pragma omp parallel
    {
#pragma omp single nowait
        x = 1;  //~ RACE
#pragma omp single nowait
        {
#pragma omp task
            y = 1;
#pragma omp taskwait
            z = x;  //~ RACE
        }
    }
    return z;
}
