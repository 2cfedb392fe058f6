// A thread that is canceled while it waits has the mutex again when its handler runs, which gives it back.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, count;

static void release(void *argument)
{
    count++;
    pthread_mutex_unlock(argument);
}

static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(release, &lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_cleanup_pop(1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (pthread_create(&thread, 0, work, 0))
        return 1;
    pthread_cancel(thread);
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return count;
}
