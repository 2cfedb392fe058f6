// labels: no other store
#include "../threads.h"

static struct arg { int n; } args[2]; static int out[2];
THREAD(use, struct arg *p = given; LOCK int n = p->n; UNLOCK out[n] = 1;)
MAIN(pthread_t t; for (int i = 0; i < 2; i++) { args[i].n = i; pthread_create(&t, 0, use, &args[i]); } PICK(LOCK args[0].n = 1; UNLOCK, ))
