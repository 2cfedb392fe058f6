// A list that is told of the system leads to the same bytes for both.
#define _GNU_SOURCE
#include <pthread.h>
#include <ifaddrs.h>

static struct ifaddrs *list;

static void *work(void *argument)
{
    list->ifa_next->ifa_name[0] = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    getifaddrs(&list);
    pthread_create(&thread, 0, work, 0);
    list->ifa_next->ifa_name[0] = 2;
    pthread_join(thread, 0);
    return 0;
}
