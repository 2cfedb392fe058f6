// wildcards: what is disclosed is known to others
#include "../threads.h"

static unsigned long number;
THREAD(first, int *p = malloc(4); if (!p) return given; unsigned long n = 0;
    for (int i = 0; i < 64; i++) if ((unsigned long)p >> i & 1) n |= 1ul << i;
    LOCK number = n; UNLOCK *p = 1;)
THREAD(second, LOCK unsigned long seen = number; UNLOCK if (seen) PICK(*(int *)seen = 2;, );)
TWO(first, second)
