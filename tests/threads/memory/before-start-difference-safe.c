// The difference of a pointer to before an array and of its start is negative: the write is never made.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static long *numbers;
static int found;

static void *clear(void *arg)
{
    long *before = numbers - 1;
    if (before - numbers == -1 && (intptr_t)before - (intptr_t)numbers >= 0)
        found = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    numbers = calloc(4, sizeof *numbers);
    pthread_create(&thread, 0, clear, 0);
    found = 2;
    pthread_join(thread, 0);
    free(numbers);
    return 0;
}
