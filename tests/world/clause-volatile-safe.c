// A volatile variable is set beside a look at it.
//~ says: with volatile accesses as relaxed atomics
//~ options: --volatile-atomic
#include "clause.h"

static volatile int on;

static void *set(void *a)
{
    on = 1;
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    given = on;
    pthread_join(t, 0);
    return two();
}
