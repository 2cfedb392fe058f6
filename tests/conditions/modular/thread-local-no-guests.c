// thread-local: no guests
#include "../threads.h"

static _Thread_local int own; static _Atomic(int *) known; static pthread_key_t k;
static void last(void *given) { (void)given; PICK(own = 1;, ) }
THREAD(first, pthread_setspecific(k, &k); atomic_store(&known, &own);)
THREAD(second, int *p = atomic_load(&known); if (p) *p = 2;)
MAIN(pthread_key_create(&k, last); START(p, first) START(q, second) WAIT(p) WAIT(q))
