// crowd-sums: not kept by the world
// of: a
#include "../threads.h"

static int a[4096], low[64];
THREAD(use, a[(long)given * 4 + low[0]] = 1;)
MAIN(PICK(setvbuf(stdout, (char *)low, _IOFBF, 256);, )
    pthread_t t; for (long i = 0; i < 4; i++) pthread_create(&t, 0, use, (void *)i);)
