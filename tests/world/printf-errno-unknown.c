// The same by errno alone.
#include <errno.h>
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
    errno = 0;
    printf("hello\n");
    if (errno)
        go();
    return 0;
}
