// One thread does all of them.
//~ lacks: each thread does its works in increasing order
//~ options: --engine graph --threads 2
#include "clause.h"

int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        for (int i = 1; i < 3; i++)
            n = i;
    }
    return 0;
}
