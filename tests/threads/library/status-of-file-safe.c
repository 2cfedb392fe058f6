// No race: each thread has its place.
#define _GNU_SOURCE
#include <sys/stat.h>
#include <pthread.h>
#include <stddef.h>

void *second(void *arg) {
    { struct stat own; fstat(1, &own); }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    { struct stat own; fstat(1, &own); }
    pthread_join(t, NULL);
    return 0;
}
