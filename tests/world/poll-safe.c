// What `poll` tells of brings a thread about, which counts under a lock.
//~ says: any messages from sockets
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return a;
}

int main(void)
{
    struct pollfd fds[1] = {{.fd = 4, .events = POLLIN}};
    while (poll(fds, 1, -1) > 0) {
        char c;
        pthread_t t;
        if (!(fds[0].revents & POLLIN) || read(4, &c, 1) != 1)
            break;
        pthread_create(&t, 0, work, 0);
        work(0);
        pthread_join(t, 0);
    }
    return 0;
}
