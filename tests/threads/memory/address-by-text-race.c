// An address that went through text.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int cell, other;
static char text[64];
static void *set(void *given) {
    int *address = (int *)strtoull(text, 0, 10);
    *address = 1; //~ RACE
    return given;
}
int main(void) {
    pthread_t thread;
    sprintf(text, "%llu", (unsigned long long)&cell);
    pthread_create(&thread, 0, set, &cell);
    cell++; //~ RACE
    pthread_join(thread, 0);
    return other;
}
