// At a terminal.
//~ says: with terminal = 1
#include <pthread.h>
#include <unistd.h>

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
    if (isatty(0))
        go();
    return 0;
}
