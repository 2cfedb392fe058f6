// fresh-objects: of one thread
#include "../threads.h"

static int *lent;
THREAD(use, int *p = 0; for (int i = 0; i < 2; i++) { int v = 1; LOCK if (p) (*p)++; p = lent; lent = &v; UNLOCK })
PICK(CROWD(use), MAIN(START(t, use)))
