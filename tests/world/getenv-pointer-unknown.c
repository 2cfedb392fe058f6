// The environment is asked through a pointer.
//~ says: race-free without environment variables
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

static char *(*volatile ask)(const char *) = getenv;

int main(void)
{
    const char *level = ask("LEVEL");
    if (level && strlen(level) == 77)
        go();
    return 0;
}
