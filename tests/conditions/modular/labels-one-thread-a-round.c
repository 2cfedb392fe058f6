// labels: one thread a round
#include "../threads.h"

struct arg { int n; }; static int out[2];
THREAD(use, struct arg *p = given; int n = p->n; out[n] = 1;)
MAIN(pthread_t t; for (int i = 0; i < 2; i++) PICK(for (int k = 0; k < 2; k++), ) { struct arg *p = malloc(sizeof *p); p->n = i; pthread_create(&t, 0, use, p); })
