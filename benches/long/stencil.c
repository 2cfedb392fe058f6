/* Steps of a stencil of five points between two grids. */
#include <stdio.h>
#define N 400
#define STEPS 200
static double grid[2][N][N];

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            grid[0][i][j] = grid[1][i][j] = (i * 31 + j * 17) % 101;
    for (int step = 0; step < STEPS; step++) {
        double(*from)[N] = grid[step % 2], (*to)[N] = grid[(step + 1) % 2];
#pragma omp parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                to[i][j] = 0.2 * (from[i][j] + from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
    }
    printf("%.6f\n", grid[0][N / 2][N / 3]);
    return 0;
}
