// Race: the wide store covers the byte of the other thread.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

char bytes[4];

void *wide(void *arg) {
    memset(bytes, 1, 3); //~ RACE
    return NULL;
}

void *narrow(void *arg) {
    bytes[2] = 2; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, wide, NULL);
    pthread_create(&b, NULL, narrow, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return bytes[2];
}
