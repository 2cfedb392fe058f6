// set-before-read: small variable
#include "../threads.h"

struct both { long first[PICK(8, 1)]; int k; };
static int look(struct both *at) { return at->k; }
THREAD(use, struct both v; v.first[0] = 0; PICK(v.first[1] = v.first[2] = v.first[3] = v.first[4] = v.first[5] = v.first[6] = v.first[7] = 0;, )
    PICK(if (__VERIFIER_nondet_int()), ) v.k = 0; if (look(&v)) x++;)
CROWD(use)
