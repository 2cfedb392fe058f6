// The library draws random numbers from an array of the program, which a thread writes.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static char numbers[64];

static void *draw(void *given)
{
    random();
    return given;
}

int main(void)
{
    pthread_t thread;

    initstate(1, numbers, sizeof numbers);
    pthread_create(&thread, 0, draw, 0);
    numbers[9] = 1;
    pthread_join(thread, 0);
    return 0;
}
