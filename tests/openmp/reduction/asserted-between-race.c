// What a sum of floating-point numbers is depends on the order of the threads, and an assertion of it may end
// the program between two regions. What the second one reads another thread may write.
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
        field[i] = field[i + 1] + 1.0; //~ RACE
    return 0;
}
