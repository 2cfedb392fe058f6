// rising-bounds: does not begin anew
#include "../threads.h"

static unsigned PICK(int, long) count; static pthread_t *t;
THREAD(use, LOCK x++; UNLOCK)
MAIN(long size = 1L << 33; t = malloc(size * sizeof *t); if (!t) return 0;
    for (long i = 0; i < size; i++) { pthread_create(&t[i], 0, use, 0); count++; }
    for (unsigned PICK(int, long) i = 0; i < count; i++) pthread_join(t[i], 0);
    x++;)
