// fresh-objects: not open to unknown code
#include "../threads.h"

THREAD(use, LOCK int *p = (int *)SEEK; UNLOCK PICK(*p = 1;, ))
MAIN(START(t, use) for (int i = 0; i < 2; i++) { int v = 1; LOCK HIDE(&v) UNLOCK } WAIT(t))
