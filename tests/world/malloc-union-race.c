// That there was no memory is found by reading an address as a number.
#include <pthread.h>
#include <stdlib.h>

static union {
    int *place;
    long number;
} buffer;
static int missed;

static void *work(void *a)
{
    missed++;
    return a;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    buffer.place = malloc(8);
    if (buffer.number == 0)
        missed++;
    pthread_join(t, NULL);
    return 0;
}
