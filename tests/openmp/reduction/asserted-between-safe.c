// What a sum of floating-point numbers is depends on the order of the threads, and an assertion of it may end
// the program between two regions. Both of them end with a barrier, so nothing races.
#include <assert.h>

double field[64];

int main(void)
{
    double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 64; i++) {
        field[i] = 0.1 * i;
        sum += field[i];
    }
    assert(sum <= 1000.0);
#pragma omp parallel for
    for (int i = 0; i < 63; i++)
        field[i] = field[i] + 1.0;
    return 0;
}
