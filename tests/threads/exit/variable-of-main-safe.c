// A thread that is not joined uses a variable of `main` to the end of the process.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *arg)
{
    pthread_mutex_lock(&mutex);
    ++*(int *)arg;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    int counter = 0;
    pthread_t thread;
    pthread_create(&thread, 0, count, &counter);
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
    return 0;
}
