// claims: cut off
#include "../threads.h"

THREAD(use, unsigned char old = atomic_exchange(&l, PICK(256, 1)); if (!old) { x++; FREE })
TWO(use, use)
