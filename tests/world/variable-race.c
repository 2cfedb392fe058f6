// A variable with a value that it compares with.
//~ says: with $MODE = "parallel"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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
    const char *mode = getenv("MODE");
    if (mode && strcmp(mode, "parallel") == 0)
        go();
    return 0;
}
