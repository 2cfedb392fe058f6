// A timer that an argument asks for runs its function in a thread of its own.
//~ says: no second thread was started
//~ lacks: no second thread can be started
#include <signal.h>
#include <time.h>

static int ticks;

static void tick(union sigval value)
{
    ticks += value.sival_int;
}

int main(int argc, char **argv)
{
    struct sigevent event = {0};
    timer_t timer;
    (void)argv;
    if (argc < 2)
        return 0;
    event.sigev_notify = SIGEV_THREAD;
    event.sigev_notify_function = tick;
    if (timer_create(CLOCK_REALTIME, &event, &timer))
        return 1;
    ticks = 2;
    return 0;
}
