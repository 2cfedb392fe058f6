// happens-once: by one thread
#include "../threads.h"

static pthread_mutex_t own;
THREAD(use, LOCK pthread_mutex_init(&own, 0); UNLOCK LOCK int taken = !pthread_mutex_trylock(&own); UNLOCK if (taken) { x++; LOCK pthread_mutex_unlock(&own); UNLOCK })
MAIN(pthread_t t; PICK(for (int i = 0; i < 2; i++), ) pthread_create(&t, 0, use, 0);)
