// entries: two other works
#include "../threads.h"

int main(void)
{
#pragma omp parallel for schedule(dynamic) num_threads(2)
    for (int i = 0; i < 2; i++)
        if (i == 0) {
#pragma omp task
            (void)x;
#pragma omp task
            (void)x;
#pragma omp task
            {
#pragma omp task
                ;
#pragma omp taskwait
            }
#pragma omp taskwait
            x = 1;
        } else {
#pragma omp task
            (void)PICK(x, data);
#pragma omp taskwait
        }
    return 0;
}
