// join-all: in every round
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
MAIN(pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, use, 0); for (int i = 0; i < 2; i++) PICK(if (i), ) pthread_join(t[i], 0); x++;)
