// Race: behind its copy the first thread writes where the other copies to.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <string.h>

char from[8], to[16];

void *second(void *arg) {
    mempcpy(to + 8, from, 8); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    char *end = mempcpy(to, from, 8);
    *end = 0; //~ RACE
    pthread_join(t, NULL);
    return 0;
}
