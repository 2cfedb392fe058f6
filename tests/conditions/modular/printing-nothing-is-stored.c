// printing: nothing is stored
#include "../threads.h"

static char text[8];
THREAD(say, PICK(printf("%n", (int *)text), printf("%d", 8, text));)
THREAD(set, text[0] = 1;)
TWO(say, set)
