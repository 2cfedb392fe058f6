// containers: links of another instance
#include "../containers.h"

THREAD(give, MAKE PUT(p))
THREAD(use, TAKE(q) if (q) { q->v++; q->next = 0; LOCK other = q; UNLOCK TAKE(s) if (s) { s->v++; PICK(, s->next = 0;) LOCK other = s; UNLOCK } } TAKE_OTHER(r) USE(r))
MAIN(pthread_t t; for (int i = 0; i < 9; i++) { pthread_create(&t, 0, give, 0); pthread_create(&t, 0, use, 0); })
