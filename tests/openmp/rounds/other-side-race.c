// What one round leaves on one side of a branch decides what a later round does on the other side.
#include <omp.h>

int state, mark, shared;

static void go_on(void)
{
#pragma omp parallel num_threads(2)
#pragma omp critical
    state = (2 * state + omp_get_thread_num()) % 8;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        go_on();
        if (state % 2) {
            go_on();
            mark = 1;
        } else if (mark == 1) {
#pragma omp parallel num_threads(2)
            shared++;  //~ RACE
        }
    }
    return shared;
}
