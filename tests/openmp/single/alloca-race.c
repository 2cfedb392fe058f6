// What the first block has on its stack is used by two others at the same time.
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
#pragma omp single nowait
        *lent = 2;  //~ RACE
#pragma omp single
        *lent = 3;  //~ RACE
    }
    return 0;
}
