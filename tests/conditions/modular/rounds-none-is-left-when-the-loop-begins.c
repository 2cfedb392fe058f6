// rounds: none is left when the loop begins
#include "../threads.h"

static int a[2];
THREAD(use, a[(long)given]++;)
MAIN(pthread_t t[2]; for (int k = 0; k < 2; k++) { for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, use, (void *)i);
    for (int i = 0; i < PICK(1, 2); i++) pthread_join(t[i], 0); })
