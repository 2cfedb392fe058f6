// crowd-sums: written while alone
// of: a
#include "../threads.h"

static int a[4096], width = 4;
THREAD(use, LOCK int w = width; UNLOCK a[(long)given * 4 + w] = 1;)
MAIN(pthread_t t; for (long i = 0; i < 4; i++) { PICK(LOCK width = 8 - 4 * i; UNLOCK, ) pthread_create(&t, 0, use, (void *)i); })
