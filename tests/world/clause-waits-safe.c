// A thread waits for another one, and wakes up only when it is woken.
//~ says: without spurious wake-ups
//~ options: --no-spurious-wakeups
#include "clause.h"

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *tell(void *a)
{
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, tell, 0);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return two();
}
