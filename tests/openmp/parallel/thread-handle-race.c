// Every thread but the first comes here: two of them in a team of three.
#include <pthread.h>

static pthread_t first;
static int x;

int main(void)
{
    first = pthread_self();
#pragma omp parallel
    {
        if (!pthread_equal(first, pthread_self()))
            x = 1;  //~ RACE
    }
    return x;
}
