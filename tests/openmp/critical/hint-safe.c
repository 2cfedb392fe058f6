// A hint changes nothing.
#include <omp.h>

int main(void)
{
    int x = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp critical(name) hint(omp_sync_hint_uncontended)
        x = 1;
    }
    return x;
}
