// called-from: not in a loop of its own
#include "../threads.h"

static int a[2];
THREAD(use, a[(long)given]++;)
static void start(long i) { pthread_t t; PICK(for (int k = 0; k < 2; k++), ) pthread_create(&t, 0, use, (void *)i); }
MAIN(for (long i = 0; i < 2; i++) start(i);)
