// semaphore-locks: made while alone
#include "../threads.h"

static sem_t s;
THREAD(use, LOCK int taken = !sem_trywait(&s); UNLOCK if (taken) { x++; LOCK sem_post(&s); UNLOCK })
THREAD(again, LOCK PICK(sem_init(&s, 0, 1);, ) UNLOCK)
MAIN(sem_init(&s, 0, 1); START(a, use) START(b, use) START(c, again) WAIT(a) WAIT(b) WAIT(c))
