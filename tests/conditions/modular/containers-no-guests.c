// containers: no guests
#include "../containers.h"
#include <signal.h>

THREAD(give, MAKE PUT(p))
static void handler(int s) { TAKE(q) if (q) { q->next = 0; LOCK other = q; UNLOCK } }
THREAD(use, TAKE(q) USE(q) TAKE_OTHER(r) USE(r))
MAIN(pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a); pthread_t t; PICK(signal(SIGUSR1, handler);,) for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
