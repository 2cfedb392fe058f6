// rounds: created at one place
#include "../threads.h"

// Threads of so many calls count as one that is many.
static int cells[8]; static pthread_t t;
THREAD(use, if ((long)given >= 0) cells[(long)given] = 1;)
static void start(long i) { pthread_create(&t, 0, use, (void *)i); }
MAIN(FOUR(start(-1);) FOUR(start(-1);) for (long i = 0; i < 8; i++) { PICK(start(i);, ) start(i); })
