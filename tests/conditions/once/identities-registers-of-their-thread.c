// identities: registers of their thread
#include "../threads.h"
#include <omp.h>

int main(void)
{
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 2; i++)
            if (PICK(me != i, i > 2))
                data++;
    }
    return 0;
}
