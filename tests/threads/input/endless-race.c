// Workers have no end, and an input decides when the block that they use is freed.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void *member(void *busy)
{
    for (;;)
        __atomic_fetch_add((long *)busy, 1, __ATOMIC_SEQ_CST); //~ RACE
    return NULL;
}

int main(void)
{
    static pthread_t members[12];
    long *busy = calloc(1, sizeof *busy);
    if (busy == NULL)
        return 1;
    for (int i = 0; i < 12; i++) {
        if (i > 0 && __VERIFIER_nondet_int() % 2 == 0) {
            free(busy); //~ RACE
            return 1;
        }
        pthread_create(&members[i], NULL, member, busy);
    }
    return 0;
}
