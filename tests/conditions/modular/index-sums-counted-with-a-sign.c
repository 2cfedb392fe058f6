// index-sums: counted with a sign
#include "../threads.h"

static long bound;
int main(int argc, char **argv) {
    bound = -argc;
#pragma omp parallel for
    for (PICK(unsigned, ) long i = 0; i < (PICK(unsigned, ) long)bound; i++)
        if (bound < 0) x = 1;
}
