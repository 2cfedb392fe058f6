// Race: nothing protects the environment against threads that set variables.
#define _GNU_SOURCE
#include <stdlib.h>
#include <pthread.h>
#include <stddef.h>

void *second(void *arg) {
    setenv("X", "1", 1); //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    setenv("X", "1", 1); //~ RACE
    pthread_join(t, NULL);
    return 0;
}
