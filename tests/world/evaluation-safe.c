// Which of two calls comes first is up to the compiler, and they see each other.
//~ says: with operands evaluated as gcc does
#include <pthread.h>

static int n, is_locked;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int take(void)
{
    pthread_mutex_lock(&m);
    return is_locked = 1;
}

static int count(void)
{
    return n++;
}

static void *work(void *a)
{
    if (take() + count() < 0)
        return NULL;
    pthread_mutex_unlock(&m);
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
