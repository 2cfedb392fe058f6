// No race: each section copies rows of its own.
#include <omp.h>
#include <stddef.h>

int from[4][4], to[4][4];

static void copy(size_t row, size_t rows) {
    size_t volume[2] = {rows, 3}, at[2] = {row, 1}, sizes[2] = {4, 4};
    int host = omp_get_initial_device();
    omp_target_memcpy_rect(to, from, sizeof(int), 2, volume, at, at, sizes, sizes, host, host);
}

int main(void) {
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        copy(0, 2);
#pragma omp section
        copy(2, 2);
    }
    return to[3][3] + !omp_target_is_accessible(to, sizeof to, omp_get_initial_device());
}
