// Race: behind what was copied the other thread has a byte.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
char from[4], to[8];

void *writer(void *arg) {
    to[4] = 1; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t;
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 4)
        return 0;
    pthread_create(&t, NULL, writer, NULL);
    char *end = mempcpy(to, from, n);
    *end = 2; //~ RACE
    pthread_join(t, NULL);
    return 0;
}
