// No race: the environment is only read.
#define _GNU_SOURCE
#include <stdlib.h>
#include <pthread.h>
#include <stddef.h>

void *second(void *arg) {
    getenv("X");
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    getenv("X");
    pthread_join(t, NULL);
    return 0;
}
