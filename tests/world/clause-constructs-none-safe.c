// Threads of any number, proved for each alone, without works.
//~ lacks: provided that all threads of a team meet the same constructs
#include <pthread.h>
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

int main(int argc, char **argv)
{
    pthread_t t;
    int count = argc > 1 ? atoi(argv[1]) : 10;
    for (int i = 0; i < count; i++)
        pthread_create(&t, NULL, work, NULL);
    return 0;
}
