// What is done where an allocation fails comes after the thread.
//~ says: memory and threads that may run out
#include <pthread.h>
#include <stdlib.h>

static int n;

static void *work(void *a)
{
    n++;
    return a;
}

int main(void)
{
    pthread_t t;
    if (pthread_create(&t, NULL, work, NULL))
        exit(1);
    char *p = malloc(10);
    pthread_join(t, NULL);
    if (!p)
        n++;
    free(p);
    return 0;
}
