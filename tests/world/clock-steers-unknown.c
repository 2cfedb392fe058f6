// What the clock shows decides whether there is a race.
//~ says: race-free with one clock; for others nothing is known
#include <pthread.h>
#include <time.h>

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
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec % 1013 == 5)
        go();
    return 0;
}
