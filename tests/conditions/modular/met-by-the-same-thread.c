// no condition alone
#include "../threads.h"

static int a[2], go; static pthread_t t[2];
THREAD(use, a[(long)given]++;)
THREAD(other, for (int k = 0; k < PICK(2, 0); k++) { for (long i = 0; i < 2; i++) { LOCK pthread_create(&t[i], 0, use, (void *)i); UNLOCK }
    if (!k) for (int i = 0; i < 2; i++) pthread_join(t[i], 0); go = 1; })
MAIN(PICK(START(o, other) WAIT(o), for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, use, (void *)i);)
    for (int i = 0; i < 2; i++) { pthread_join(t[i], 0); a[i]++; })
