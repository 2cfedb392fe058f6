// creation: handle of one thread
#include "../threads.h"

static pthread_t handle;
THREAD(use, pthread_t mine = handle; (void)mine;)
MAIN(PICK(for (int i = 0; i < 2; i++), ) pthread_create(&handle, 0, use, 0);)
