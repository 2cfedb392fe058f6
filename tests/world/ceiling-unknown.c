// Who may not raise its priority to the ceiling of a lock does not get the lock.
//~ says: a lock with a ceiling of priorities
#define _GNU_SOURCE
#include <pthread.h>

static int n;
static pthread_mutex_t m;

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
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setprotocol(&kind, PTHREAD_PRIO_PROTECT);
    pthread_mutex_init(&m, &kind);
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
