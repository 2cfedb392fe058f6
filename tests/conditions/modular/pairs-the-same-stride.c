// pairs: the same stride
#include "../threads.h"

static int a[4];
THREAD(use, long i = (long)given; a[PICK(2 * i, i)] = 1; a[i] = 2;)
MAIN(pthread_t t; for (long i = 0; i < 3; i++) pthread_create(&t, 0, use, (void *)i);)
