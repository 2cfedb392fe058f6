// An address that went through text.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int cell, other;
static char text[64];
static void *set(void *given) {
    void *found = 0;
    sscanf(text, "%p", &found);
    int *address = found;
    *address = 1;
    return given;
}
int main(void) {
    pthread_t thread;
    sprintf(text, "%p", (void *)&cell);
    pthread_create(&thread, 0, set, &cell);
    other++;
    pthread_join(thread, 0);
    return cell;
}
