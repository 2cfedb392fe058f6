// library: streams under their locks
#define _GNU_SOURCE
#include "../threads.h"

THREAD(use, PICK(putchar_unlocked, putchar)('a');)
THREAD(other, putchar('b');)
TWO(use, other)
