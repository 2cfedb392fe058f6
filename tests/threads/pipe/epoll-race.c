// The event is added to before the value is written.
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event, set;
static int value;

static void *work(void *argument)
{
    struct epoll_event found;
    if (epoll_wait(set, &found, 1, -1) == 1)
        ++*(int *)found.data.ptr; //~ RACE
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = &value};
    event = eventfd(0, EFD_NONBLOCK);
    set = epoll_create1(0);
    if (epoll_ctl(set, EPOLL_CTL_ADD, event, &wanted) || pthread_create(&thread, 0, work, 0))
        return 1;
    eventfd_write(event, 1);
    value = 1; //~ RACE
    pthread_join(thread, 0);
    return 0;
}
