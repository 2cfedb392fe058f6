// fresh-objects: begins again when nobody has it
#include "../threads.h"

THREAD(use, int v = *(int *)given; LOCK data = v; UNLOCK)
MAIN(pthread_t t; for (int i = 0; i < 3; i++) { int v = i; pthread_create(&t, 0, use, &v); PICK(, WAIT(t)) })
