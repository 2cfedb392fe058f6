// Connections that arrive are served by a thread each, which count together under a lock.
//~ says: any messages from sockets
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int served;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *serve(void *place)
{
    char buffer[128];
    int fd = *(int *)place;
    ssize_t n;
    free(place);
    while ((n = recv(fd, buffer, sizeof buffer, 0)) > 0) {
        send(fd, buffer, n, 0);
        pthread_mutex_lock(&m);
        served++;
        pthread_mutex_unlock(&m);
    }
    close(fd);
    return 0;
}

int main(void)
{
    struct sockaddr_in address;
    int s = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    if (s < 0)
        return 1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(8080);
    if (bind(s, (struct sockaddr *)&address, sizeof address) < 0 || listen(s, 10) < 0)
        return 1;
    for (;;) {
        pthread_t t;
        int *fd = malloc(sizeof *fd);
        *fd = accept(s, 0, 0);
        if (*fd < 0)
            return 1;
        pthread_create(&t, 0, serve, fd);
        pthread_detach(t);
    }
}
