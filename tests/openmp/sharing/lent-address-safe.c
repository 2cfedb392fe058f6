// A private variable whose address all know: the single block may be done by another thread than its owner.
#include <omp.h>
static int *lent;
int main(void) {
#pragma omp parallel
    {
        int own = 0;
#pragma omp master
        lent = &own;
#pragma omp barrier
#pragma omp single
        *lent = 1;
#pragma omp master
        own = 2;
#pragma omp barrier
    }
    return 0;
}
