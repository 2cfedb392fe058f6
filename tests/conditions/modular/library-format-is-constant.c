// library: format is constant
#include "../threads.h"

static PICK(, const) char format[] = "%p";
THREAD(use, printf(format, &data);)
MAIN(PICK(format[1] = 'n';, ) START(s, use) START(t, use) WAIT(s) WAIT(t))
