// phases: another team
#include "../threads.h"

int main(void) {
#pragma omp parallel
    {
#pragma omp single nowait
        {
#pragma omp task
            {
#pragma omp atomic
                x++;
            }
        }
        int k = PICK(x, 0);
        (void)k;
    }
}
