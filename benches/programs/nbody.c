// Planets that attract each other: floating point, structures, sqrt.
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 250000
#endif

struct body {
    double x, y, z, vx, vy, vz, mass;
};

static struct body bodies[5] = {
    {0, 0, 0, 0, 0, 0, 39.5},
    {4.8, -1.2, -0.1, 0.6, 2.8, -0.02, 0.037},
    {8.3, 4.1, -0.4, -1.0, 1.8, 0.008, 0.011},
    {12.9, -15.1, -0.2, 1.1, 0.9, -0.01, 0.0017},
    {15.4, -25.9, 0.2, 1.0, 0.6, -0.03, 0.002},
};

static void advance(struct body *b, int n, double dt)
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double dx = b[i].x - b[j].x;
            double dy = b[i].y - b[j].y;
            double dz = b[i].z - b[j].z;
            double square = dx * dx + dy * dy + dz * dz;
            double pull = dt / (square * sqrt(square));
            b[i].vx -= dx * b[j].mass * pull;
            b[i].vy -= dy * b[j].mass * pull;
            b[i].vz -= dz * b[j].mass * pull;
            b[j].vx += dx * b[i].mass * pull;
            b[j].vy += dy * b[i].mass * pull;
            b[j].vz += dz * b[i].mass * pull;
        }
    for (int i = 0; i < n; i++) {
        b[i].x += dt * b[i].vx;
        b[i].y += dt * b[i].vy;
        b[i].z += dt * b[i].vz;
    }
}

int main(void)
{
    for (int step = 0; step < N; step++)
        advance(bodies, 5, 0.001);
    printf("%.9f %.9f\n", bodies[0].x, bodies[1].y);
    return 0;
}
