// Each thread looks at an element of its own: one may have left the loop while the other goes on.
#include <omp.h>

static int value, last[2], done;

int main(void)
{
    int seen = 0;
#pragma omp parallel num_threads(2) reduction(+ : seen)
    {
        int me = omp_get_thread_num();
        for (int round = 0; round < 3; round++) {
#pragma omp critical
            {
                value = value * 3 + me + 1;
                last[me] = value;
            }
#pragma omp barrier
            if (last[me] & 4)
                break;
            seen += done; //~ RACE
#pragma omp barrier
        }
        if (me == 0)
            done = 1; //~ RACE
    }
    return seen;
}
