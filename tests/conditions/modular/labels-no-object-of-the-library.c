// labels: no object of the library
#include "../threads.h"

union arg { int n; pthread_spinlock_t s; }; static union arg args[2]; static int out[2];
THREAD(use, union arg *p = given; PICK(pthread_spin_unlock(&p->s);, ) int n = p->n; out[n] = 1;)
MAIN(pthread_t t; for (int i = 0; i < 2; i++) { args[i].n = i; pthread_create(&t, 0, use, &args[i]); })
