// rising-bounds: no jump leads back
#include "../threads.h"
#include <setjmp.h>

static int count; static pthread_t t[16]; static jmp_buf back;
THREAD(use, LOCK x++; UNLOCK)
static void fill(int size) { for (int i = 0; i < size; i++) { pthread_create(&t[i], 0, use, 0); PICK(if (i == 2) longjmp(back, 1);, ) count++; } }
MAIN(int size = __VERIFIER_nondet_int(); if (size < 1 || size > 8) return 0; PICK(if (!setjmp(back)), ) fill(size);
    for (int i = 0; i < count; i++) pthread_join(t[i], 0);
    x++;)
