// crowd-sums: computed before the loop
#include "../threads.h"

struct slice { int first, last; };
static int a[4096]; static struct slice slices[4];
THREAD(use, struct slice *mine = given; for (int i = mine->first; i < mine->last; i++) a[i] = 1;)
MAIN(int size = __VERIFIER_nondet_int(); if (size < 1 || size > 1000) return 0;
    pthread_t t; for (int i = 0; i < 4; i++) {
        PICK(int width = size - i;, ) slices[i].first = i * PICK(width, size); slices[i].last = (i + 1) * PICK(width, size);
        pthread_create(&t, 0, use, &slices[i]); })
