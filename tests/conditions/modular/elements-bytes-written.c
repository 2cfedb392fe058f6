// elements: bytes written
#include "../threads.h"

static struct { pthread_mutex_t m; int v; } e[4];
static int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 3 ? 0 : i; }
THREAD(use, int i = some(); pthread_mutex_lock(&e[i].m); e[i].v++; pthread_mutex_unlock(&e[i].m);)
MAIN(int i = some(); pthread_mutex_lock(&e[i].m); PICK(memset(&e[i].m, 0, sizeof e[i].m);, ) START(t, use) e[i].v++; pthread_mutex_unlock(&e[i].m); WAIT(t))
