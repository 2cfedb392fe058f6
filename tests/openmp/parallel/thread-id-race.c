// Every thread but the first comes here: two of them in a team of three.
#define _GNU_SOURCE
#include <unistd.h>

static int x;

int main(void)
{
#pragma omp parallel
    {
        if (gettid() != getpid())
            x = 1;  //~ RACE
    }
    return x;
}
