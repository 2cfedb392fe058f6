// Only the first thread comes here.
#include <pthread.h>

static pthread_t first;
static int x;

int main(void)
{
    first = pthread_self();
#pragma omp parallel
    {
        if (pthread_equal(first, pthread_self()))
            x = 1;
    }
    return x;
}
