// Every thread but the first comes here: two of them in a team of three.
#include <errno.h>

static int x;

int main(void)
{
    errno = EINVAL;
#pragma omp parallel
    {
        if (errno != EINVAL)
            x = 1;  //~ RACE
    }
    return x;
}
