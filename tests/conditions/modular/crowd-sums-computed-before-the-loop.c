// crowd-sums: computed before the loop
#include "../threads.h"

struct slice { int first, last; };
static int a[4096]; static struct slice slices[4];
THREAD(use, struct slice *mine = given; for (int i = mine->first; i < mine->last; i++) a[i] = 1;)
static int any(void) { int some = __VERIFIER_nondet_int(); if (some < 1 || some > 1000) exit(0); return some; }
MAIN(int size = any();
    pthread_t t; for (int i = 0; i < 4; i++) {
        PICK(int width = any();, ) slices[i].first = i * PICK(width, size); slices[i].last = (i + 1) * PICK(width, size);
        pthread_create(&t, 0, use, &slices[i]); })
