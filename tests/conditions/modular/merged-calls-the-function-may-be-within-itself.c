// merged-calls: the function may be within itself
#include "../threads.h"

static void deeper(int *up);
THREAD(use, int seen = *(int *)given; (void)seen;)
static void go(int *up) { LARGE int v; pthread_t t; if (up) { PICK(*up, data) = 1; return; } pthread_create(&t, 0, use, &v); deeper(&v); pthread_join(t, 0); }
static void deeper(int *up) { LARGE go(up); }
MAIN(go(0);)
