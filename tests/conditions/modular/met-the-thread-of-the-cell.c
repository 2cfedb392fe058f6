// met: the thread of the cell
#include "../threads.h"

static int a[2], b[2];
THREAD(use, b[(long)given]++;)
THREAD(other, a[(long)given]++;)
MAIN(pthread_t s[2]; pthread_t t[2]; for (long i = 0; i < 2; i++) pthread_create(&s[i], 0, use, (void *)i); for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, other, (void *)i);
    for (int i = 0; i < 2; i++) { pthread_join(PICK(s, t)[i], 0); a[i]++; })
