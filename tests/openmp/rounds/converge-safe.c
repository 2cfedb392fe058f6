// How often the loop goes round depends on a sum whose last digits are up to the schedule; every round does the same.
double u[100], v[100];

int main(void)
{
    double error = 1;
    u[0] = 1;
    while (error > 1e-3) {
        error = 0;
#pragma omp parallel for reduction(+ : error)
        for (int i = 1; i < 99; i++) {
            v[i] = 0.5 * (u[i - 1] + u[i + 1]);
            error += v[i] > u[i] ? v[i] - u[i] : u[i] - v[i];
        }
#pragma omp parallel for
        for (int i = 1; i < 99; i++)
            u[i] = v[i];
    }
    return 0;
}
