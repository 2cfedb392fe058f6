// tickets: written in exactly these bytes
#include "../threads.h"

static union { atomic_ulong wide; atomic_uint parts[2]; } u; static int out[100], other[100];
THREAD(use, unsigned long k = atomic_fetch_add(&u.wide, 1); if (k < 100) out[k] = 1;)
THREAD(upper, PICK(unsigned k = atomic_fetch_add(&u.parts[1], 1); if (k < 100) other[k] = 1;, ))
MAIN(pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t, 0, use, 0); START(o, upper))
