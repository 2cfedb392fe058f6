// one-object: thread-local of one thread
#include "../threads.h"

static PICK(_Thread_local, ) pthread_mutex_t own;
THREAD(use, pthread_mutex_lock(&own); x++; pthread_mutex_unlock(&own);)
CROWD(use)
