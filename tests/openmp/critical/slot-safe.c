// Each iteration that finds something takes a place of its own in the list.
#include <stdio.h>
#define NUMBERS 1000
int main(void) {
    int count = 0;
    static int list[NUMBERS];
#pragma omp parallel for schedule(dynamic, 10)
    for (int i = 2; i < NUMBERS; i++) {
        int is_prime = 1;
        for (int d = 2; d * d <= i; d++)
            if (i % d == 0)
                is_prime = 0;
        if (is_prime) {
            int place;
#pragma omp critical
            place = count++;
            list[place] = i;
        }
    }
    printf("%d %d\n", count, list[0]);
    return 0;
}
