// What the task leaves is not what is asked for.
#include <errno.h>

int main(void)
{
    int x = 0;
#pragma omp task
    errno = 1;
#pragma omp taskwait
    int seen = errno;
#pragma omp parallel num_threads(2)
    if (seen == 2)
        x++;
    return x;
}
