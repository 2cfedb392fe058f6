// An address that went through its bits.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int cell, other;
static void *set(void *given) {
    unsigned long all = (unsigned long)given, one = 0;
    for (int i = 0; i < 64; i++)
        if (all >> i & 1)
            one |= 1ul << i;
    int *address = (int *)one;
    *address = 1;
    return given;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, set, &cell);
    other++;
    pthread_join(thread, 0);
    return cell;
}
