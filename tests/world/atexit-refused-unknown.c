// There may be no room for another handler, and both threads write then.
#include <pthread.h>
#include <stdlib.h>

static void end(void)
{
}

static int n;

static void *work(void *a)
{
    if (atexit(end) != 0)
        n++;
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
