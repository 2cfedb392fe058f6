// printing: eight bytes each
#include "../threads.h"

static char text[8];
THREAD(say, PICK(printf("%d %Lf %s\n", 8, 1.0L, text), printf("%d %f\n", 8, 1.0, text));)
THREAD(set, text[0] = 1;)
TWO(say, set)
