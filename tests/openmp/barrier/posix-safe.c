// There are no more threads than the barrier is for.
#include <pthread.h>

static pthread_barrier_t barrier;
static int x;

int main(void)
{
    pthread_barrier_init(&barrier, 0, 2);
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait
        x = 1;
        pthread_barrier_wait(&barrier);
        int seen = x;
        (void)seen;
    }
    return x;
}
