// All threads look at the same element between two barriers, so that they leave the loop together.
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
            if (last[0] & 4)
                break;
            seen += done;
#pragma omp barrier
        }
        if (me == 0)
            done = 1;
    }
    return seen;
}
