// member-arrays: not known how far
#include "../threads.h"

static int a[8][8];
int main(int argc, char **argv) {
#pragma omp parallel for
    for (int i = 1; i < 8; i++)
        for (int j = PICK(-1, 0); j < argc; j++) a[i][j] = i;
}
