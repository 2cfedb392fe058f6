// locks: made once
#include "../threads.h"

static pthread_mutex_t own;
THREAD(nothing, )
THREAD(use, LOCK int taken = !pthread_mutex_trylock(&own); UNLOCK if (taken) { x++; LOCK pthread_mutex_unlock(&own); UNLOCK })
MAIN(pthread_t t[2]; START(o, nothing)
    PICK(, LOCK pthread_mutex_init(&own, 0); UNLOCK)
    for (int i = 0; i < 2; i++) { PICK(LOCK pthread_mutex_init(&own, 0); UNLOCK, ) pthread_create(&t[i], 0, use, 0); }
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0); WAIT(o))
