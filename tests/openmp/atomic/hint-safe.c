// Both updates are atomic; one has a hint.
#include <omp.h>

int main(void)
{
    double x = 0;
#pragma omp parallel sections
    {
#pragma omp section
#pragma omp atomic hint(omp_sync_hint_contended)
        x *= 2;
#pragma omp section
#pragma omp atomic
        x += 2;
    }
    return (int)x;
}
