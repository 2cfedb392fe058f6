// Only the first thread comes here.
#define _GNU_SOURCE
#include <unistd.h>

static int x;

int main(void)
{
#pragma omp parallel
    {
        if (gettid() == getpid())
            x = 1;
    }
    return x;
}
