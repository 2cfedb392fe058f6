// An address is read as a number through a union.
//~ says: with objects where one layout of memory has them
#include <pthread.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static union { int *address; unsigned long number; } both;
static int cell;

static void *work(void *a)
{
    pthread_mutex_lock(&m);
    if (both.number % 64 == 0)
        n++;
    pthread_mutex_unlock(&m);
    return a;
}

int main(void)
{
    pthread_t t;
    both.address = &cell;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
