// The loop is left in the middle or at its end, by a value that is up to the schedule.
double x[64], r[64];

static double norm(void)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 64; i++)
        sum += r[i] * r[i];
    return sum;
}

static int solve(int most)
{
    for (int i = 0; i < most; i++) {
#pragma omp parallel for
        for (int k = 0; k < 64; k++) {
            x[k] += 0.5 * r[k];
            r[k] *= 0.5;
        }
        if (norm() < 1e-6)
            return i;
    }
    return -1;
}

int main(void)
{
    for (int k = 0; k < 64; k++)
        r[k] = k;
    int rounds = solve(500);
#pragma omp parallel for
    for (int k = 0; k < 64; k++)
        x[k] += rounds;
    return 0;
}
