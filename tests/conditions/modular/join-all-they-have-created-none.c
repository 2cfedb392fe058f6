// join-all: they have created none
#include "../threads.h"

THREAD(child, LOCK x++; UNLOCK)
THREAD(use, PICK(START(c, child), ))
MAIN(pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, use, 0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); x++;)
