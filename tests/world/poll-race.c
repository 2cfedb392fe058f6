// What `poll` tells of brings a thread about.
//~ says: with messages that arrive =
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int n;

static void *work(void *a)
{
    n++;
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
        n++;
        pthread_join(t, 0);
    }
    return 0;
}
