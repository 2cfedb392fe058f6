// long-jumps: come again
#include "../threads.h"
#include <setjmp.h>

static jmp_buf back; static pthread_t t;
THREAD(use, x++;)
MAIN(if (PICK(setjmp(back), 0) < 3) { pthread_create(&t, 0, use, 0); PICK(if (__VERIFIER_nondet_int()) longjmp(back, 1);, ) })
