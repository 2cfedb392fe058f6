// rising-bounds: by the same thread
// of: x
#include "../threads.h"

static struct pool { int count; pthread_t t[16]; } pool;
THREAD(use, LOCK x++; UNLOCK)
static void make(struct pool *p) { for (int i = 0; i < 4; i++) { pthread_create(&p->t[i], 0, use, 0); p->count++; } }
static void end(struct pool *p) { for (int i = 0; i < p->count; i++) pthread_join(p->t[i], 0); }
THREAD(other, make(&pool);)
MAIN(PICK(START(s, other) end(&pool); x++; WAIT(s), make(&pool); end(&pool); x++;) (void)other;)
