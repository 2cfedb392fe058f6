// join-all: written while alone
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
THREAD(other, )
MAIN(pthread_t t[2]; pthread_t u; PICK(, memset(t, 0, sizeof t);) pthread_create(&u, 0, other, 0); PICK(, WAIT(u)) for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, use, 0);
    PICK(t[0] = u;, ) for (int i = 0; i < 2; i++) pthread_join(t[i], 0); x++;)
