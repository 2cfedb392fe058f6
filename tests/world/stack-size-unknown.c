// How large stacks are is up to the system.
#include <pthread.h>

static int n;

static void *work(void *a)
{
    pthread_attr_t attributes;
    size_t size = 0;
    pthread_attr_init(&attributes);
    pthread_attr_getstacksize(&attributes, &size);
    if (size > 9999999)
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
