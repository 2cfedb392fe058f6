// one-object: block of one thread
#include "../threads.h"

static pthread_mutex_t all;
THREAD(use, pthread_mutex_t *p = malloc(sizeof *p); if (!p) return 0; pthread_mutex_init(p, 0); PICK(, p = &all;) pthread_mutex_lock(p); x++; pthread_mutex_unlock(p);)
CROWD(use)
