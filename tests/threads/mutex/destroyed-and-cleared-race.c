// Race: the bytes of a mutex are written beside its destruction.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *clear(void *arg)
{
    memset(&mutex, 0, sizeof mutex); //~ RACE
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, clear, 0);
    pthread_mutex_destroy(&mutex); //~ RACE
    pthread_join(thread, 0);
    return 0;
}
