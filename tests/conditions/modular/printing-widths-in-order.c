// printing: widths in order
#include "../threads.h"

static char text[8];
THREAD(say, PICK(printf("%2$*1$s\n", 8, text), printf("%d\n", 8, text));)
THREAD(set, text[0] = 1;)
TWO(say, set)
