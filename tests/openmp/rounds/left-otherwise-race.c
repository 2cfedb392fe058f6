// A loop that may be left in two ways is come to twice: once it may be left in one way and once in the other.
#include <omp.h>

int state, shared;

static int search(void)
{
    for (;;) {
#pragma omp parallel num_threads(2)
#pragma omp critical
        state = (2 * state + omp_get_thread_num()) % 4;
        if (state == 1)
            return 1;
        if (state == 2)
            return 0;
    }
}

int main(void)
{
    int hits = 0;
    for (int i = 0; i < 2; i++)
        hits += search();
    if (hits == 1) {
#pragma omp parallel num_threads(2)
        shared++;  //~ RACE
    }
    return shared;
}
