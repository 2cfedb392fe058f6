// Which lock comes first depends on where the objects are.
//~ says: with objects where one layout of memory has them
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void both(pthread_mutex_t *p, pthread_mutex_t *q)
{
    if ((uintptr_t)p > (uintptr_t)q) {
        pthread_mutex_t *swap = p;
        p = q;
        q = swap;
    }
    pthread_mutex_lock(p);
    pthread_mutex_lock(q);
    n++;
    pthread_mutex_unlock(q);
    pthread_mutex_unlock(p);
}

static void *work(void *x)
{
    both(&b, &a);
    return x;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    both(&a, &b);
    pthread_join(t, NULL);
    return 0;
}
