// wildcards: addresses are read as numbers
#include "../threads.h"

static union { int *address; unsigned long number; } g;
THREAD(first, *(int *)SEEK = 1;)
THREAD(second, x = 2;)
MAIN(g.address = PICK(&x, &data); sprintf(hidden, "%lu", g.number); START(p, first) START(q, second) WAIT(p) WAIT(q))
