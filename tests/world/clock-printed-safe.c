// What the clock shows is printed and steers nothing.
//~ says: any time
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return a;
}

static void go(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
}

int main(void)
{
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    go();
    clock_gettime(CLOCK_MONOTONIC, &after);
    printf("%d in %ld s\n", n, (long)(after.tv_sec - before.tv_sec));
    return 0;
}
