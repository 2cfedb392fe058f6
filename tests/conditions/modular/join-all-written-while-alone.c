// join-all: written while alone
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
MAIN(pthread_t t[2]; PICK(, memset(t, 0, sizeof t);) for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, use, 0);
    PICK(memcpy(&t[0], &t[1], sizeof t[0]);, ) for (int i = 0; i < 2; i++) pthread_join(t[i], 0); x++;)
