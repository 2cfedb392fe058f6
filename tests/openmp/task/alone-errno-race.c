// The task and what comes after it are of one thread.
#include <errno.h>

int main(void)
{
    int x = 0;
#pragma omp task
    errno = 1;
#pragma omp taskwait
    int seen = errno;
#pragma omp parallel num_threads(2)
    if (seen == 1)
        x++;  //~ RACE
    return x;
}
