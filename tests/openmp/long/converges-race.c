// How often the team meets depends on what it computes; in the end everybody writes.
double u[100], v[100];

int main(void)
{
    double error = 1;
    u[0] = 1;
    while (error > 0.01) {
#pragma omp parallel for
        for (int b = 0; b < 4; b++)
            for (int i = 0; i < 25; i++)
                v[25 * b + i] = 0.5 * u[25 * b + i];
        error = 0;
        for (int i = 0; i < 100; i++) {
            u[i] = v[i];
            error += v[i];
        }
    }
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        v[0] = 0;  //~ RACE
    return 0;
}
