// containers: another one was taken
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, TAKE(q) if (q) { PUT(q) struct node *r; LOCK r = head; if (r) { head = r->next; UNLOCK PICK(q, r)->v++; } else { UNLOCK } })
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
