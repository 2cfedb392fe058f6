// rounds: none left
#include "../threads.h"

THREAD(use, LOCK x++; UNLOCK)
static pthread_t t[2];
static void go(int joins) { for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, use, 0);
    if (joins) { for (int i = 0; i < 2; i++) pthread_join(t[i], 0); x++; } }
MAIN(for (int k = 0; k < 2; k++) go(PICK(k, 1));)
