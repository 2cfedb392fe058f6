// What the first block has on its stack is used by two others, one after the other.
#include <alloca.h>

static int *lent;

int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
            lent = alloca(sizeof *lent);
            *lent = 1;
        }
#pragma omp single
        *lent = 2;
#pragma omp single
        *lent = 3;
    }
    return 0;
}
