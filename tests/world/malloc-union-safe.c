// That there was no memory is no number but zero.
//~ says: with objects where one layout of memory has them
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
    if (buffer.number == 3)
        missed++;
    pthread_join(t, NULL);
    return 0;
}
