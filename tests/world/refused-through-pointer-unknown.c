// A function that the system may refuse is called by its address.
#include <pthread.h>

static int n;
static int (*set)(pthread_attr_t *, size_t) = pthread_attr_setstacksize;

static void *work(void *a)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (set(&attributes, 1) != 0)
        n++;
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
