// called-from: not recursive
#include "../threads.h"

static int a[2];
THREAD(use, a[(long)given]++;)
static void start(long i, int n) { pthread_t t; if (n) start(i, n - 1); pthread_create(&t, 0, use, (void *)i); }
static void once(long i) { pthread_t t; pthread_create(&t, 0, use, (void *)i); }
MAIN(for (long i = 0; i < 2; i++) PICK(start(i, 1);, once(i);))
