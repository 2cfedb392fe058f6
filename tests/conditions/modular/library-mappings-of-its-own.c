// library: mappings of its own
#include "../threads.h"
#include <fcntl.h>
#include <sys/mman.h>

THREAD(first, int d = open("f", O_RDWR); int *p = mmap(0, 4, PROT_READ | PROT_WRITE, PICK(MAP_SHARED, MAP_PRIVATE), d, 0); *p = 1;)
TWO(first, first)
