// A thread looks at its own handle, which its creator stores.
//~ says: provided that `pthread_create` stores handles before threads start
#include <pthread.h>

static pthread_t t;
static int n;

static void *work(void *a)
{
    if (pthread_equal(t, pthread_self()))
        n++;
    return a;
}

int main(void)
{
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return n;
}
