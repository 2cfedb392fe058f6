// library: opaque functions keep what they are given
#define _GNU_SOURCE
#include "../threads.h"

static void last(int status, void *given) { PICK(x++, sched_yield()); }
THREAD(first, x++;)
MAIN(on_exit(last, 0); START(s, first))
