// A thread keeps the number of its last work, and goes by it.
//~ says: each thread does its works in increasing order
//~ options: --engine graph --threads 2
#include "clause.h"

int main(void)
{
#pragma omp parallel num_threads(2)
    {
        int last = 0;
#pragma omp for schedule(dynamic)
        for (int i = 1; i < 3; i++) {
            if (last > i)
                n = i;
            last = i;
        }
    }
    return 0;
}
