// A task leaves `errno` with the thread that executes it, and each thread may execute one.
#include <errno.h>

static int x;

int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
#pragma omp task
            errno = 1;
#pragma omp task
            errno = 1;
        }
        if (errno == 1)
            x++;  //~ RACE
    }
    return x;
}
