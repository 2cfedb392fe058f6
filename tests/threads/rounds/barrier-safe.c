// A barrier is made for two threads, and again in each round of a loop that may have none.
#include <pthread.h>

static pthread_barrier_t barrier;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value = 1, x;

static void *mix(void *argument)
{
    pthread_mutex_lock(&mutex);
    value = 2 * value + (argument != 0);
    pthread_mutex_unlock(&mutex);
    return 0;
}

static void *first(void *argument)
{
    x = 1;
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, mix, 0);
    pthread_create(&b, 0, mix, &x);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_barrier_init(&barrier, 0, 2);
    while (value-- > 5) {
        pthread_barrier_destroy(&barrier);
        pthread_barrier_init(&barrier, 0, 2);
    }
    pthread_create(&a, 0, first, 0);
    pthread_barrier_wait(&barrier);
    x = 2;
    pthread_join(a, 0);
    return 0;
}
