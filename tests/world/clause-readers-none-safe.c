// The read-write lock is taken for writing alone.
//~ lacks: too many readers
#include "clause.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *look(void *a)
{
    pthread_rwlock_wrlock(&lock);
    if (given > 3)
        a = 0;
    pthread_rwlock_unlock(&lock);
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    pthread_rwlock_wrlock(&lock);
    given++;
    pthread_rwlock_unlock(&lock);
    pthread_join(t, 0);
    return two();
}
