// containers: set while there are others
#include "../containers.h"

THREAD(use, struct node *q; LOCK q = head; head = 0; UNLOCK USE(q) LOCK_N if (tail) tail->v = 2; tail = 0; UNLOCK_N)
static void *make(void *given) { MAKE head = p; PICK(tail = p;,) return given; }
int main(void) { make(0); pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t, 0, use, 0); return 0; }
