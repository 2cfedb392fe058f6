// Only the first thread comes here.
#include <errno.h>

static int x;

int main(void)
{
    errno = EINVAL;
#pragma omp parallel
    {
        if (errno == EINVAL)
            x = 1;
    }
    return x;
}
