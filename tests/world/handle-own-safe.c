// Nobody but its creator looks at the handle.
//~ lacks: handles
#include <pthread.h>

static pthread_t t;
static int n;

static void *work(void *a)
{
    if (pthread_equal(pthread_self(), pthread_self()))
        n++;
    return a;
}

int main(void)
{
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return n;
}
