// runs-alone: by one thread
#include "../threads.h"

static int a[2];
THREAD(use, a[(long)given]++;)
THREAD(more, pthread_t t; for (long i = 0; i < 2; i++) pthread_create(&t, 0, use, (void *)i);)
MAIN(pthread_t t; PICK(for (int i = 0; i < 2; i++), ) pthread_create(&t, 0, more, 0);)
