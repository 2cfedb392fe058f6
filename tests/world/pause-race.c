// Whoever waits for a signal gets one.
//~ says: with signals =
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int n;
static volatile sig_atomic_t got;

static void handle(int number, siginfo_t *info, void *context)
{
    (void)context;
    got = number + info->si_pid;
}

static void *work(void *a)
{
    n++;
    return a;
}

int main(void)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
    pthread_t t;
    sigaction(SIGTERM, &action, 0);
    got = 0;
    pause();
    if (!got)
        return 0;
    pthread_create(&t, 0, work, 0);
    n++;
    pthread_join(t, 0);
    return 0;
}
