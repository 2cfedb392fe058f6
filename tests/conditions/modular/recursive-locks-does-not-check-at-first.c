// recursive-locks: does not check at first
#define _GNU_SOURCE
#include "../threads.h"

static pthread_mutex_t r = PICK(PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP);
THREAD(use, pthread_mutex_lock(&r); pthread_mutex_lock(&r); pthread_mutex_unlock(&r); x++; pthread_mutex_unlock(&r);)
TWO(use, use)
