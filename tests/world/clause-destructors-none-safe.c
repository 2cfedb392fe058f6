// A destructor sets nothing again.
//~ lacks: with destructors of thread-specific data in four rounds, as in glibc
#include <pthread.h>

static pthread_key_t key;
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void end(void *a)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    (void)a;
}

static void *work(void *a)
{
    pthread_setspecific(key, &n);
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, end);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
