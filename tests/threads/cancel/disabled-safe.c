// Nobody is canceled between the two writes: the thread forbids it, and gives the lock back.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void note(void *argument)
{
    (void)argument;
    first++;
}

static void *work(void *argument)
{
    int old;
    pthread_cleanup_push(note, 0);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    usleep(10);
    second = 1;
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    if (pthread_create(&thread, 0, work, 0))
        return 1;
    pthread_cancel(thread);
    pthread_mutex_lock(&lock);
    first++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return first + second;
}
