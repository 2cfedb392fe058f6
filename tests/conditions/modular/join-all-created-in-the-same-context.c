// join-all: created in the same context
#include "../threads.h"

static pthread_t t[3];
THREAD(use, LOCK x++; UNLOCK)
static void go(void) { for (int i = 0; i < PICK(3, 2); i++) pthread_create(&t[i], 0, use, 0); }
MAIN(PICK(go();, for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, use, 0);) for (int i = 0; i < 2; i++) pthread_join(t[i], 0); x++;)
