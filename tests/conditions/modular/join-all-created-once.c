// join-all: created once
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
MAIN(pthread_t t[2]; PICK(int k = 2; while (k--), ) pthread_create(&t[0], 0, use, 0); pthread_create(&t[1], 0, use, 0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); x++;)
