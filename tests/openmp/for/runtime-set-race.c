// A chunk has two iterations, and two chunks share an element.
#include <omp.h>

static int a[2];

int main(void)
{
    omp_set_schedule(omp_sched_dynamic, 2);
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < 8; i++)
        a[i / 4] += i;  //~ RACE
    return a[0];
}
