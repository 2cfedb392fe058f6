// library: not opaque
#include "../threads.h"

THREAD(use, PICK(tmpnam(0), rand());)
TWO(use, use)
