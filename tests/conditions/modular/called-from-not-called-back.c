// no condition alone
#include "../threads.h"

static int a[2]; static long now;
THREAD(use, a[(long)given]++;)
static long number;
static int start(const void *p, const void *q) { pthread_t t; (void)q; pthread_create(&t, 0, use, (void *)p); return 0; }
MAIN(char some[4] = { 0 }; (void)some; (void)number; (void)now; for (long i = 0; i < 2; i++) PICK(bsearch((void *)i, some, 4, 1, start);, start((void *)i, 0);))
