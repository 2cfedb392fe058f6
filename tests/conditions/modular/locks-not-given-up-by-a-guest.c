// locks: not given up by a guest
#include "../threads.h"
#include <signal.h>

static _Thread_local volatile sig_atomic_t inside;
static void handle(int number) { if (inside) { inside = number - number; PICK(UNLOCK, ) } }
THREAD(use, LOCK inside = 1; x++; if (inside) { inside = 0; UNLOCK })
THREAD(other, LOCK x++; UNLOCK)
MAIN(signal(SIGUSR1, handle); START(s, use) START(t, other) WAIT(s) WAIT(t))
