// rows: the youngest instance
#include "../threads.h"

static double *rows[4];
int main(void) {
    double *first = 0;
    for (int i = 0; i < 5; i++) {
        double *row = malloc(8);
        if (!row) return 1;
        if (i) rows[i - 1] = PICK(first, row);
        else first = row;
    }
#pragma omp parallel for
    for (int i = 0; i < 4; i++) if (rows[i]) rows[i][0] = i;
}
