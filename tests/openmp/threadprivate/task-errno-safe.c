// Nobody looks at what tasks leave in `errno`.
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
        if (x == 1)
            x++;
    }
    return x;
}
