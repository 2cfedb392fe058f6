// join-all: one creation a round
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
MAIN(pthread_t t[2]; for (int i = 0; i < 2; i++) PICK(for (int k = 0; k < 2; k++), ) pthread_create(&t[i], 0, use, 0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); x++;)
