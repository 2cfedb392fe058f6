// rows: in one cell
#include "../threads.h"

static double *rows[4];
int main(void) {
    for (int i = 0; i < 4; i++)
        if (!(rows[i] = malloc(8))) return 1;
    rows[2] = PICK(rows[1], 0);
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        if (rows[i]) rows[i][0] = i;
}
