// teams: waited for by one thread
#include "../threads.h"

THREAD(use, int seen = x; (void)seen;
_Pragma("omp parallel num_threads(2)")
    {
_Pragma("omp critical")
        x++;
    })
MAIN(pthread_t t; PICK(for (int i = 0; i < 2; i++), ) pthread_create(&t, 0, use, 0);)
