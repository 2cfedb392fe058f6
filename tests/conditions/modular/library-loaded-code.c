// library: loaded code
// What is loaded may do anything to what it is told the names of.
#include "../threads.h"
#include <dlfcn.h>

THREAD(use, LOCK x++; UNLOCK)
MAIN(PICK(dlopen("plugin.so", RTLD_NOW);, ) START(s, use) START(t, use))
