// Nobody knows how many iterations a loop has.
//~ says: loops of fewer than 2^63 iterations
#include "clause.h"
#include <stdlib.h>

int main(int argc, char **argv)
{
    unsigned long long count = argc > 1 ? strtoull(argv[1], 0, 10) : 4;
    unsigned long long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (unsigned long long i = 0; i < count; i++)
        sum += i;
    return sum == 3;
}
