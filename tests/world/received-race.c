// Race: two threads receive to one buffer.
//~ says: with messages that arrive =
#define _GNU_SOURCE
#include <sys/socket.h>
#include <pthread.h>
#include <stddef.h>

char buffer[8];

void *second(void *arg) {
    recv(4, buffer, 8, 0);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    recv(4, buffer, 8, 0);
    pthread_join(t, NULL);
    return 0;
}
