// The number of iterations is an `int`.
//~ lacks: loops of fewer than 2^63 iterations
#include "clause.h"
#include <stdlib.h>

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 4;
    unsigned long long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < count; i++)
        sum += i;
    return sum == 3;
}
