// rows: stands nowhere yet
#include "../threads.h"

static double *rows[2];
int main(void) {
    double *row = malloc(8);
    if (!row) return 1;
    rows[0] = row;
    rows[1] = PICK(row, 0);
#pragma omp parallel for
    for (int i = 0; i < 2; i++)
        if (rows[i]) rows[i][0] = i;
}
