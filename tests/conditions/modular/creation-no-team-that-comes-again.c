// creation: no team that comes again
// teams: made once
#include "../threads.h"

THREAD(use, int seen = x; (void)seen;)
int main(void) {
    for (int i = 0; i < PICK(2, 2); i++) {
#pragma omp parallel num_threads(2)
        {
#pragma omp critical
            x++;
        }
        PICK(START(t, use), )
    }
}
