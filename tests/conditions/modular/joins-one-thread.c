// joins: one thread
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
MAIN(pthread_t t; PICK(for (int i = 0; i < 2; i++), ) pthread_create(&t, 0, use, 0); pthread_join(t, 0); x++;)
