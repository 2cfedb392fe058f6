// Race: `main` returns while a thread still uses a variable of it, which the process has to its end.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *arg)
{
    pthread_mutex_lock(&mutex);
    ++*(int *)arg; //~ RACE
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    int counter = 0;
    pthread_t thread;
    pthread_create(&thread, 0, count, &counter);
    counter++; //~ RACE
    return 0;
}
