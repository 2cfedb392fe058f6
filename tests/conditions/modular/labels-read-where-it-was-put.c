// labels: read where it was put
#include "../threads.h"

static struct arg { int n, other; } args[2]; static int out[2];
THREAD(use, struct arg *p = given; int n = PICK(p->other, p->n); out[n] = 1;)
MAIN(pthread_t t; for (int i = 0; i < 2; i++) { args[i].n = i; pthread_create(&t, 0, use, &args[i]); })
