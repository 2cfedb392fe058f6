// join-all: numbers are not negative
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
MAIN(pthread_t t[2]; for (unsigned i = 0; i < 2; i++) pthread_create(&t[i], 0, use, 0); for (unsigned i = PICK(-1u, 0); i < 2; i++) pthread_join(t[i], 0); x++;)
