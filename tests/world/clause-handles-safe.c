// A thread looks at the handle that its creator stores.
//~ says: provided that `pthread_create` stores handles before threads start
#include "clause.h"

static pthread_t t;

static void *look(void *a)
{
    pthread_mutex_lock(&m);
    n = pthread_equal(t, pthread_self());
    pthread_mutex_unlock(&m);
    return a;
}

int main(void)
{
    pthread_create(&t, 0, look, 0);
    pthread_join(t, 0);
    return two();
}
