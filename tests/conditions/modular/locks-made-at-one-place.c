// locks: made at one place
#include "../threads.h"

static pthread_mutex_t own;
THREAD(nothing, )
THREAD(use, LOCK int taken = !pthread_mutex_trylock(&own); UNLOCK if (taken) { x++; LOCK pthread_mutex_unlock(&own); UNLOCK })
MAIN(START(o, nothing) LOCK pthread_mutex_init(&own, 0); UNLOCK START(s, use) START(t, use)
    LOCK PICK(pthread_mutex_init(&own, 0);, ) UNLOCK WAIT(s) WAIT(t) WAIT(o))
