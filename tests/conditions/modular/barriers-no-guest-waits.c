// barriers: no guest waits
#include "../threads.h"

static pthread_barrier_t b;
static pthread_key_t key;
static void look(void *given) { (void)given; pthread_barrier_wait(&b); (void)*(volatile int *)&x; }
THREAD(use, PICK(pthread_setspecific(key, &x);, look(given);))
MAIN(pthread_barrier_init(&b, 0, 2); pthread_t t;
    PICK(for (int i = 0; i < 1; i++) pthread_key_create(&key, look);, (void)key;)
    for (int i = 0; i < PICK(2, 1); i++) pthread_create(&t, 0, use, 0);
    x = 1; pthread_barrier_wait(&b);)
