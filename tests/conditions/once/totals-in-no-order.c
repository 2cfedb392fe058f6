// totals: in no order
#include "../threads.h"
#include <omp.h>

static int count, a[2];
static pthread_barrier_t b;

int main(void)
{
    pthread_barrier_init(&b, 0, 2);
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num(), mine = 0;
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 2; i++)
            mine += i + 1;
#pragma omp atomic
        count++;
        if (me == 1) {
            x++;
            PICK(pthread_barrier_wait(&b);, )
        }
#pragma omp atomic
        a[0] += mine;
        if (me == 0) {
            PICK(if (a[0] == 3) x++; pthread_barrier_wait(&b);, )
        }
    }
#pragma omp parallel num_threads(2)
    if (a[0] == 4)
        data++;
    return 0;
}
