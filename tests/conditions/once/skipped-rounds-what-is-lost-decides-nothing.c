// skipped-rounds: what is lost decides nothing
#include "../threads.h"

static unsigned a[1000];
#define WAITS LOCK UNLOCK LOCK UNLOCK LOCK UNLOCK LOCK UNLOCK
THREAD(first, FOUR(FOUR(WAITS)) unsigned hash = 1; for (int i = 0; i < 1000; i++) { hash = hash * 3 ^ i; a[i] = hash; }
       LOCK UNLOCK if (a[500] == PICK(2169173555u, 0)) (void)data;)
THREAD(second, data = 2;)
TWO(first, second)
