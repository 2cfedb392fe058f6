// phases: teams of one thread
#include "../threads.h"

THREAD(make,
_Pragma("omp parallel num_threads(2)")
    {
_Pragma("omp master")
        x = 1;
    }
_Pragma("omp parallel num_threads(2)")
    {
_Pragma("omp master")
        PICK(x, data) = 2;
    })
MAIN(START(s, make) PICK(START(t, make), ) WAIT(s) PICK(WAIT(t), ))
