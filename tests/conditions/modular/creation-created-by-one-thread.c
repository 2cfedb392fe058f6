// creation: created by one thread
#include "../threads.h"

THREAD(child, LOCK x++; UNLOCK)
THREAD(parent, int seen = x; pthread_t t; pthread_create(&t, 0, child, 0); pthread_join(t, 0); (void)seen;)
MAIN(pthread_t t; PICK(for (int i = 0; i < 2; i++), ) pthread_create(&t, 0, parent, 0);)
