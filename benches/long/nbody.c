/* Bodies that attract each other: forces and moves are two loops of one region. */
#include <math.h>
#include <stdio.h>
#define N 500
#define STEPS 60
static double x[N], y[N], z[N], vx[N], vy[N], vz[N], mass[N];

int main(void) {
    for (int i = 0; i < N; i++) {
        x[i] = i % 10;
        y[i] = i / 10 % 10;
        z[i] = i / 100;
        mass[i] = 1 + i % 3;
    }
#pragma omp parallel
    for (int step = 0; step < STEPS; step++) {
#pragma omp for
        for (int i = 0; i < N; i++) {
            double ax = 0, ay = 0, az = 0;
            for (int j = 0; j < N; j++) {
                double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
                double square = dx * dx + dy * dy + dz * dz + 0.01;
                double pull = mass[j] / (square * sqrt(square));
                ax += dx * pull;
                ay += dy * pull;
                az += dz * pull;
            }
            vx[i] += 0.001 * ax;
            vy[i] += 0.001 * ay;
            vz[i] += 0.001 * az;
        }
#pragma omp for
        for (int i = 0; i < N; i++) {
            x[i] += 0.001 * vx[i];
            y[i] += 0.001 * vy[i];
            z[i] += 0.001 * vz[i];
        }
    }
    printf("%.9f\n", x[0] + y[1] + z[2]);
    return 0;
}
