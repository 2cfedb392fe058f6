// Nobody looks whether the system refuses a size of stacks.
//~ lacks: any ids, limits and terminals
#include <pthread.h>

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
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 16);
    pthread_create(&t, &attributes, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
