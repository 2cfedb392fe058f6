// met: the thread of the cell
#include "../threads.h"

static int a[2];
THREAD(use, a[(long)given]++;)
MAIN(pthread_t t[2]; for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, use, (void *)i);
    for (int i = 0; i < 2; i++) { PICK(a[i]++;, ) pthread_join(t[i], 0); PICK(, a[i]++;) })
