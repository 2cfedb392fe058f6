// The first thread takes its lock once more as a member of the team, and gives up that.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int x;

static void *other(void *unused)
{
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_mutex_lock(&lock);
#pragma omp parallel
    {
        if (pthread_mutex_trylock(&lock) == 0)
            pthread_mutex_unlock(&lock);
    }
    x++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
