// A hint is no protection for the second update.
#include <omp.h>

int main(void)
{
    double x = 0;
#pragma omp parallel sections
    {
#pragma omp section
#pragma omp atomic hint(omp_sync_hint_contended)
        x *= 2;  //~ RACE
#pragma omp section
        x += 2;  //~ RACE
    }
    return (int)x;
}
