// commuting-updates: of the same bytes
#include "../threads.h"

static union { char bytes[8]; struct __attribute__((packed)) { short first; int second; } part; int whole; } u = { { -1, -1, -1, -1 } };
THREAD(use, LOCK u.whole++; UNLOCK)
THREAD(other, LOCK PICK(u.part.second, u.whole)++; UNLOCK)
THREAD(late, if (u.bytes[4]) data++;)
MAIN(START(s, use) START(t, other) WAIT(s) WAIT(t) START(a, late) START(b, late) WAIT(a) WAIT(b))
