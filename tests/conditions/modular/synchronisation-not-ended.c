// synchronisation: not ended
#include "../threads.h"

THREAD(use, LOCK UNLOCK)
MAIN(START(t, use) PICK(pthread_mutex_destroy(&m); WAIT(t), WAIT(t) pthread_mutex_destroy(&m);))
