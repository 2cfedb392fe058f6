// crowd-sums: one object
// of: a
#include "../threads.h"

static int a[4096], *first[2];
THREAD(use, a[(long)given * 4 + *first[(long)given & 1]] = 1;)
MAIN(PICK(for (int k = 0; k < 2; k++) { first[k] = malloc(4); *first[k] = 4 - 4 * k; }, first[0] = first[1] = malloc(4); *first[0] = 4;)
    pthread_t t; for (long i = 0; i < 4; i++) pthread_create(&t, 0, use, (void *)i);)
