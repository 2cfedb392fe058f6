// tickets: no object of the library
#include "../threads.h"

static union { pthread_mutex_t m; atomic_uint next; } u; static int out[100];
THREAD(use, unsigned k = atomic_fetch_add(&u.next, 1); if (k < 100) out[k] = 1;)
THREAD(lock, pthread_mutex_lock(PICK(&u.m, &m)); pthread_mutex_unlock(PICK(&u.m, &m));)
MAIN(pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t, 0, use, 0); START(o, lock))
