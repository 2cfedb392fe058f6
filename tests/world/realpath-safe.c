// `realpath` writes a buffer of each thread.
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *a)
{
    char path[PATH_MAX];

    return realpath(".", path) ? a : NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
