// barriers: the loop is called once
#include "../threads.h"

static pthread_barrier_t b;
THREAD(use, pthread_barrier_wait(&b); (void)*(volatile int *)&x;)
static void create(void) { pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t, 0, use, 0); }
MAIN(pthread_barrier_init(&b, 0, 3); for (int j = 0; j < 2; j++) { PICK(create();, if (j) break;) }
    PICK(, create();) x = 1; pthread_barrier_wait(&b);)
