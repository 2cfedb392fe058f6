// elements: made before its use
#include "../threads.h"

static struct { pthread_mutex_t m; int v; } e[4];
static int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 3 ? 0 : i; }
THREAD(use, int i = some(); LOCK pthread_mutex_lock(&e[i].m); UNLOCK e[i].v++; LOCK pthread_mutex_unlock(&e[i].m); UNLOCK)
THREAD(again, LOCK for (int i = 0; i < 4; i++) PICK(pthread_mutex_init(&e[i].m, 0), (void)0); UNLOCK)
MAIN(START(s, use) START(t, use) START(o, again) WAIT(s) WAIT(t) WAIT(o))
