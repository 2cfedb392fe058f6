// No race: each thread has its buffer.
//~ says: any messages from sockets
#define _GNU_SOURCE
#include <sys/socket.h>
#include <pthread.h>
#include <stddef.h>

void *second(void *arg) {
    { char own[8]; recv(4, own, 8, 0); }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    { char own[8]; recv(4, own, 8, 0); }
    pthread_join(t, NULL);
    return 0;
}
