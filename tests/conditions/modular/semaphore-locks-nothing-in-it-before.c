// semaphore-locks: nothing in it before
#include "../threads.h"

static union { int bytes[8]; sem_t s; } u = { PICK({ 2 }, { 0 }) };
THREAD(use, sem_wait(&u.s); x++; sem_post(&u.s);)
TWO(use, use)
