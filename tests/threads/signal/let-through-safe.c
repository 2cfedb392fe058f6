// The handler runs when the signal is let through, with the mutex locked.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void handle(int number)
{
    value = number;
}

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    value++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    sigset_t set;
    signal(SIGUSR1, handle);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    if (pthread_create(&thread, 0, work, 0))
        return 1;
    raise(SIGUSR1);
    pthread_mutex_lock(&mutex);
    pthread_sigmask(SIG_UNBLOCK, &set, 0);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return pthread_kill(pthread_self(), 0);
}
