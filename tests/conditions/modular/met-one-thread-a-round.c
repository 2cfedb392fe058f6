// no condition alone
#include "../threads.h"

static int a[2];
THREAD(use, int n = *(int *)given; LOCK a[n]++; UNLOCK)
MAIN(pthread_t t[2]; int ids[2]; for (int i = 0; i < 2; i++) { ids[i] = i; PICK(for (int k = 0; k < 2; k++), ) pthread_create(&t[i], 0, use, &ids[i]); }
    for (int i = 0; i < 2; i++) { pthread_join(t[i], 0); a[i]++; })
