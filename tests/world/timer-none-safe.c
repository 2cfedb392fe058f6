// Without the timer nobody runs the function, though its address is there.
//~ says: any arguments
#include <signal.h>

static int ticks;

static void tick(union sigval value)
{
    ticks += value.sival_int;
}

int main(int argc, char **argv)
{
    struct sigevent event = {0};
    (void)argv;
    if (argc < 2)
        return 0;
    event.sigev_notify = SIGEV_THREAD;
    event.sigev_notify_function = tick;
    ticks = event.sigev_notify;
    return 0;
}
