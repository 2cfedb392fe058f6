// barriers: no jump leads back
#include "../threads.h"
#include <setjmp.h>

static pthread_barrier_t b;
static jmp_buf back;
THREAD(first, volatile int k = 0; PICK(setjmp(back), (void)back); pthread_barrier_wait(&b); if (k++ == 0) PICK(longjmp(back, 1), pthread_barrier_wait(&b)); PICK(x = 1;, ) )
THREAD(second, pthread_barrier_wait(&b); pthread_barrier_wait(&b); x = 2;)
MAIN(pthread_barrier_init(&b, 0, 2); START(s, first) START(t, second))
