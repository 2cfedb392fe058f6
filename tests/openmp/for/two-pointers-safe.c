// Pointers from memory that lead into one array: the same one is used.
#include <stdlib.h>

int main(int argc, char **argv)
{
    int *first = malloc(400 * sizeof *first);
    if (!first)
        return 0;
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
        first[2 * i] = 1;
        first[2 * i + 1] = 2;
    }
    free(first);
    return 0;
}
