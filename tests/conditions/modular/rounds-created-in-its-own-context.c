// rounds: created in its own context
#include "../threads.h"

static int a[2]; static pthread_t t;
THREAD(use, a[(long)given] = 1;)
static void go(long i) { for (long k = 0; k < 2; k++) pthread_create(&t, 0, use, (void *)PICK(i, k)); }
MAIN(PICK(for (long i = 0; i < 2; i++) go(i);, go(0);))
