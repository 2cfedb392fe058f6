// Where no allocation fails there is no race, and the verdict line says so.
//~ options: --no-failures
//~ says: verdict: race-free where memory and threads do not run out
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
