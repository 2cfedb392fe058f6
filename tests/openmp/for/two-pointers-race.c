// Pointers from memory that lead into one array: one of them is an odd number of elements further on.
#include <stdlib.h>

static const int further[2] = { 1, 3 };
int main(int argc, char **argv)
{
    int *first = malloc(400 * sizeof *first), *second = first + further[argc & 1];
    if (!first)
        return 0;
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
        first[2 * i] = 1;       //~ RACE
        second[2 * i + 1] = 2;  //~ RACE
    }
    free(first);
    return 0;
}
