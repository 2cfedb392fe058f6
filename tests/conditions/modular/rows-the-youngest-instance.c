// rows: the youngest instance
#include "../threads.h"

static double *rows[2];
int main(void) {
    double *first = 0;
    for (int i = 0; i < 2; i++) {
        double *row = malloc(8);
        if (!row) return 1;
        if (!first) first = row;
        rows[i] = PICK(first, row);
    }
#pragma omp parallel for
    for (int i = 0; i < 2; i++) rows[i][0] = i;
}
