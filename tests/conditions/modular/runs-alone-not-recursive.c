// no condition alone
#include "../threads.h"

static int a[2];
THREAD(use, a[(long)given]++;)
static void go(int n) { pthread_t t[2]; for (long i = 0; i < 2; i++) { if (n) go(n - 1); pthread_create(&t[i], 0, use, (void *)i); } for (int i = 0; i < 2; i++) pthread_join(t[i], 0); }
static void once(void) { pthread_t t[2]; for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, use, (void *)i); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); }
MAIN(PICK(go(1);, once();))
