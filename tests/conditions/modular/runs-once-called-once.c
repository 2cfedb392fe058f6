// runs-once: called once
#include "../threads.h"

static int a[2];
THREAD(use, a[(long)given]++;)
static void go(void) { pthread_t t; for (long i = 0; i < 2; i++) pthread_create(&t, 0, use, (void *)i); }
MAIN(PICK(for (int i = 0; i < 2; i++), ) go();)
