// entries: writes as well
#include "../threads.h"

THREAD(look, PICK((void)x;, ))
THREAD(none, )
MAIN(START(s, look) x = 1; START(t, none) data = x; WAIT(s) WAIT(t))
