// works: of a team
#include "../threads.h"

static int a[4];
THREAD(use,
_Pragma("omp for")
    for (int i = 0; i < 4; i++) a[i]++;)
MAIN(pthread_t t; PICK(for (int i = 0; i < 2; i++), ) pthread_create(&t, 0, use, 0);)
