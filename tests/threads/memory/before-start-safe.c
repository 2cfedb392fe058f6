// A loop that counts down ends at a pointer to before the array, which is less than its start: the write is never made.
#include <pthread.h>

static int numbers[4], found;

static void *clear(void *arg)
{
    int *p;
    for (p = numbers + 3; p >= numbers; p--)
        *p = 0;
    if (p >= numbers)
        found = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, clear, 0);
    found = 2;
    pthread_join(thread, 0);
    return 0;
}
