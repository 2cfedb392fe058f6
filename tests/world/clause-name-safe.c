// How many arguments there are decides what threads do.
//~ says: any arguments after the name of the program
#include <pthread.h>

static int n, count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *a)
{
    pthread_mutex_lock(&m);
    if (count > 3)
        n++;
    pthread_mutex_unlock(&m);
    return a;
}

int main(int argc, char **argv)
{
    pthread_t t;
    count = argc;
    pthread_create(&t, NULL, work, NULL);
    work(argv);
    pthread_join(t, NULL);
    return 0;
}
