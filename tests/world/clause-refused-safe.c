// The system may refuse a size of stacks: the program ends.
//~ says: any ids, limits and terminals
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

int main(void)
{
    pthread_t t;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstacksize(&attributes, 1 << 16) != 0)
        exit(1);
    pthread_create(&t, &attributes, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
