// library: opaque functions call what they are given
#include "../threads.h"
#include <ucontext.h>

static ucontext_t here, there;
static char stack[4096];
static void other(void) { PICK(x++, sched_yield()); }
THREAD(first, x++;)
MAIN(START(s, first) makecontext(&there, other, 0); swapcontext(&here, &there); WAIT(s))
