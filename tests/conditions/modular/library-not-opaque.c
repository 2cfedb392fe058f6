// library: not opaque
#include "../threads.h"

static fpos_t place;
THREAD(use, PICK(fgetpos(stdin, &place), rand());)
TWO(use, use)
