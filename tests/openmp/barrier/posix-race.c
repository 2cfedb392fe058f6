// The barrier lets two of three threads go on.
#include <pthread.h>

static pthread_barrier_t barrier;
static int x;

int main(void)
{
    pthread_barrier_init(&barrier, 0, 2);
#pragma omp parallel
    {
#pragma omp single nowait
        x = 1;  //~ RACE
        pthread_barrier_wait(&barrier);
        int seen = x;  //~ RACE
        (void)seen;
    }
    return x;
}
