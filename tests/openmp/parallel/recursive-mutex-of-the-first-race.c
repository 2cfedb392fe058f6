// Only the first thread still holds the lock.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int x;

int main(void)
{
    pthread_mutex_lock(&lock);
#pragma omp parallel
    {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
        x++;  //~ RACE
        pthread_mutex_unlock(&lock);
    }
    return x;
}
