// semaphore-locks: another one of the structure
#include "../threads.h"

static struct { sem_t lock, ready; } s;
THREAD(use, sem_wait(&s.lock); sem_post(PICK(&s.lock, &s.ready)); x++; sem_post(&s.lock);)
MAIN(sem_init(&s.lock, 0, 1); sem_init(&s.ready, 0, 0); START(a, use) START(b, use) WAIT(a) WAIT(b))
