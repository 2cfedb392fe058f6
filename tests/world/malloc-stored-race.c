// That there was no memory is found by the threads.
//~ says: `malloc(8)` failing at line 20
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

int main(void)
{
    pthread_t t, u;

    buffer = malloc(8);
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return missed;
}
