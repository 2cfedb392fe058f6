// That there was no memory is found by one thread.
//~ says: memory and threads that may run out
#include <pthread.h>
#include <stdlib.h>

static int *buffer;
static int missed;

static void *work(void *a)
{
    if (!buffer)
        missed++;
    return a;
}

static void *rest(void *a)
{
    return a;
}

int main(void)
{
    pthread_t t, u;

    buffer = malloc(8);
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, rest, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return missed;
}
