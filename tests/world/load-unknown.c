// How much there is to do decides whether there is a race.
#define _DEFAULT_SOURCE
#include <stdlib.h>

int main(void)
{
    int n = 0;
    double loads[3];
    getloadavg(loads, 3);
    if (loads[0] > 8.0)
#pragma omp parallel num_threads(2)
        n++;
    return n;
}
