// accesses: known address
// wildcards: what they lead to is disclosed
#include "../threads.h"

static int *s = PICK(&x, &data);
THREAD(first, **(int **)SEEK = 1;)
THREAD(second, x = 2;)
MAIN(HIDE(&s) START(p, first) START(q, second) WAIT(p) WAIT(q))
