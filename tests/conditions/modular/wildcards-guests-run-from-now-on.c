// wildcards: guests run from now on
#include "../threads.h"

static void last(void *given) { (void)given; int seen = x; (void)seen; }
static pthread_key_t k;
THREAD(use, pthread_setspecific(k, &k);)
MAIN(PICK(, x = 2;) pthread_key_create(&k, last); START(t, use) PICK(x = 2;, ))
