// A wrong result ends the program early: whatever the sums are, that is all they decide.
#include <stdio.h>

int main(void)
{
    int count[4] = { 0 }, last = 0;
#pragma omp parallel for
    for (int i = 0; i < 40; i++) {
#pragma omp critical
        {
            count[i % 4] += i;
            last = i;
        }
    }
    for (int i = 0; i < 4; i++) {
        if (count[i] != 180 + 10 * i) {
            printf("wrong: %d\n", count[i]);
            return 1;
        }
    }
    printf("%d\n", last);
    return 0;
}
