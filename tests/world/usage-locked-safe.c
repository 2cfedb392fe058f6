// Whatever its arguments are, the counter is guarded by a lock.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

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

int main(int argc, char **argv)
{
    if (argc == 3 && atoi(argv[1]) * atoi(argv[2]) == 391) {
        go();
        return 0;
    }
    fprintf(stderr, "usage: %s P Q\n", argv[0]);
    return 1;
}
