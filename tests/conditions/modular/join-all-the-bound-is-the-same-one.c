// no condition alone
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
static pthread_t t[2];
static void go(int n, int joins) { if (PICK(!joins, 1)) for (int i = 0; i < n; i++) pthread_create(&t[i], 0, use, 0);
    if (PICK(joins, 1)) { for (int i = 0; i < n; i++) pthread_join(t[i], 0); x++; } }
MAIN(for (int k = 0; k < 2; k++) go(2 - k, k);)
