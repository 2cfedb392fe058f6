// The signal is sent before the value is written.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;
static int value;

static void *work(void *argument)
{
    int number;
    if (!sigwait(&set, &number))
        value++; //~ RACE
    return argument;
}

int main(void)
{
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    if (pthread_create(&thread, 0, work, 0))
        return 1;
    pthread_kill(thread, SIGUSR1);
    value = 1; //~ RACE
    pthread_join(thread, 0);
    return 0;
}
