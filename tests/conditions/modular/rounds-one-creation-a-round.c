// rounds: one creation a round
#include "../threads.h"

static int a[2];
THREAD(use, a[(long)given] = 1;)
MAIN(pthread_t t; for (long i = 0; i < 2; i++) PICK(for (int k = 0; k < 2; k++), ) pthread_create(&t, 0, use, (void *)i);)
