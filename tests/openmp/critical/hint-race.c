// One of the writes is outside of the critical section.
#include <omp.h>

int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1)
            x = 5;  //~ RACE
        else
#pragma omp critical(name) hint(omp_sync_hint_uncontended)
        x = 1;  //~ RACE
    }
    return x;
}
