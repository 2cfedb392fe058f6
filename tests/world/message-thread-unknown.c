// A message that arrives runs a function in a thread of its own.
//~ says: not supported
//~ lacks: no second thread can be started
#include <mqueue.h>
#include <signal.h>

static int messages;

static void count(union sigval value)
{
    messages += value.sival_int;
}

int main(void)
{
    struct sigevent event = {0};
    mqd_t queue = mq_open("/queue", O_RDONLY);
    event.sigev_notify = SIGEV_THREAD;
    event.sigev_notify_function = count;
    mq_notify(queue, &event);
    messages = 2;
    return 0;
}
