// Whether printing fails decides whether there is a race.
//~ says: where all output succeeds
#include <pthread.h>
#include <stdio.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

static void go(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n++;
    pthread_join(t, 0);
}

int main(void)
{
    if (printf("hello\n") < 0)
        go();
    return 0;
}
