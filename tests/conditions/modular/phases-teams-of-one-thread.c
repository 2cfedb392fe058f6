// phases: teams of one thread
#include "../threads.h"

THREAD(make,
_Pragma("omp parallel num_threads(2)")
    {
        int y = x;
        (void)y;
    }
_Pragma("omp parallel num_threads(2)")
    {
_Pragma("omp critical")
        x = 1;
    })
MAIN(pthread_t t; PICK(for (int i = 0; i < 2; i++), ) pthread_create(&t, 0, make, 0);)
