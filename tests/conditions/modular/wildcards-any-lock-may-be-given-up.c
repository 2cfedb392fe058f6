// wildcards: any lock may be given up
#include "../threads.h"


THREAD(use, LOCK PICK(pthread_mutex_unlock((pthread_mutex_t *)SEEK);, ) x++; PICK(, UNLOCK))
MAIN(HIDE(&m) START(p, use) START(q, use) WAIT(p) WAIT(q))
