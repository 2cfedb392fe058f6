// totals: by all threads
#include "../threads.h"
#include <omp.h>

static int count, a[2];

int main(void)
{
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num(), mine = 0;
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 2; i++)
            mine += i + 1;
#pragma omp atomic
        count++;
        if (PICK(me == 0, 1))
#pragma omp atomic
            a[0] += mine;
        else
#pragma omp atomic
            a[1] += mine;
    }
#pragma omp parallel num_threads(2)
    if (a[0] == PICK(3, 4))
        data++;
    return 0;
}
