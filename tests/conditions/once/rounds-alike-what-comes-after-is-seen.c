// rounds-alike: what comes after is seen
#include "../threads.h"

THREAD(first, LOCK x = 1; UNLOCK)
THREAD(second, LOCK x = 4; UNLOCK)
THREAD(late, PICK(data++;, ))
THREAD(none, )
MAIN(START(s, first) START(t, second) WAIT(s) WAIT(t)
     for (int i = 0; i < 1; i++) {
         if (x == 1) { START(a, late) START(b, late) WAIT(a) WAIT(b) return 1; }
         START(c, none) WAIT(c)
     })
