// fresh-objects: variables of what is not recursive
#include "../threads.h"

THREAD(use, int seen = *(int *)given; (void)seen;)
static void go(int *up) { int v; pthread_t t; if (up) { PICK(*up, data) = 1; return; } pthread_create(&t, 0, use, &v); go(&v); pthread_join(t, 0); }
MAIN(go(0);)
