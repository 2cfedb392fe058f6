// No race: each thread has a name of its own.
#define _GNU_SOURCE
#include <unistd.h>
#include <pthread.h>
#include <stddef.h>

void *second(void *arg) {
    { char name[32]; ttyname_r(0, name, sizeof name); }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    { char name[32]; ttyname_r(0, name, sizeof name); }
    pthread_join(t, NULL);
    return 0;
}
