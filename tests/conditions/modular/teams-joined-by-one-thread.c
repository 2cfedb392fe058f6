// teams: joined by one thread
#include "../threads.h"

THREAD(use, 
_Pragma("omp parallel num_threads(2)")
    {
_Pragma("omp critical")
        x++;
    }
    int seen = x; (void)seen;)
MAIN(pthread_t t; PICK(for (int i = 0; i < 2; i++), ) pthread_create(&t, 0, use, 0);)
