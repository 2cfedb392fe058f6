// one-object: thread-local without guests
#include "../threads.h"

static _Thread_local pthread_mutex_t own; static void last(void) { }
THREAD(use, pthread_mutex_lock(PICK(&own, &m)); x++; pthread_mutex_unlock(PICK(&own, &m));)
MAIN(atexit(last); START(p, use) START(q, use) WAIT(p) WAIT(q))
