// creation: gone when others are created again
#include "../threads.h"

static int cells[4];
static pthread_t handles[4];
THREAD(use, *(int *)given = 1; LOCK data++; UNLOCK)
THREAD(later, int v = data;)
static void crowd(void) { for (int i = 0; i < 4; i++) pthread_create(&handles[i], 0, use, &cells[i]); for (int i = 0; i < 4; i++) pthread_join(handles[i], 0); }
MAIN(pthread_t u; do { crowd(); PICK(pthread_create(&u, 0, later, 0);, ) } while (__VERIFIER_nondet_int()); PICK(, pthread_create(&u, 0, later, 0);))
