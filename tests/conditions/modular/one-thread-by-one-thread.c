// one-thread: by one thread
#include "../threads.h"

THREAD(child, x++;)
THREAD(parent, START(t, child) WAIT(t))
MAIN(pthread_t t; PICK(for (int i = 0; i < 2; i++), ) pthread_create(&t, 0, parent, 0);)
