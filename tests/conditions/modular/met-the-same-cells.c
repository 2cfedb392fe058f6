// met: the same cells
#include "../threads.h"

static int a[3];
THREAD(use, a[(long)given]++;)
MAIN(pthread_t t[3]; for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, use, (void *)i);
    for (int i = 0; i < 2; i++) { pthread_join(t[i + PICK(1, 0)], 0); a[i]++; })
