// join-all: created in the same context
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
static pthread_t t[3];
static void go(int n) { for (int i = 0; i < n; i++) pthread_create(&t[i], 0, use, 0); }
static void stop(int n) { for (int i = 0; i < n; i++) pthread_join(t[i], 0); }
MAIN(PICK(go(3); stop(2);, for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, use, 0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0);) x++;)
