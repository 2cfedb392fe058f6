// library: opaque functions keep what they are given
#define _GNU_SOURCE
#include "../threads.h"

static char numbers[64];
THREAD(use, data = (int)random();)
THREAD(other, numbers[9] = 1;)
MAIN(PICK(initstate(1, numbers, sizeof numbers);, ) START(s, use) START(t, other) WAIT(s) WAIT(t))
