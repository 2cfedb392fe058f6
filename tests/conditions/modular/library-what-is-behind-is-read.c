// library: what is behind is read
#include "../threads.h"
#include <sys/uio.h>

static char text[4], other[4]; static struct iovec parts[1];
THREAD(first, writev(1, parts, 1);)
THREAD(second, PICK(text, other)[0] = 'a';)
MAIN(parts[0].iov_base = text; parts[0].iov_len = 4; START(p, first) START(q, second) WAIT(p) WAIT(q))
