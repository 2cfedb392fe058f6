// Race: the name that `ttyname` gives is one for all threads.
#define _GNU_SOURCE
#include <unistd.h>
#include <pthread.h>
#include <stddef.h>

void *second(void *arg) {
    ttyname(0); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    ttyname(0); //~ RACE
    pthread_join(t, NULL);
    return 0;
}
