// What is done where an allocation fails races with the thread.
//~ says: with `malloc(10)` failing at line 19
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
    if (!p)
        n++;
    pthread_join(t, NULL);
    free(p);
    return 0;
}
