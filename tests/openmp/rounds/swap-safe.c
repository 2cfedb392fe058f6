// Two arrays change places from round to round.
double a[50], b[50];

int main(void)
{
    double *from = a, *to = b, change = 1;
    a[0] = b[0] = 1;
    while (change > 1e-2) {
        change = 0;
#pragma omp parallel for reduction(+ : change)
        for (int i = 1; i < 49; i++) {
            to[i] = 0.5 * (from[i - 1] + from[i + 1]);
            change += (to[i] - from[i]) * (to[i] - from[i]);
        }
        double *other = from;
        from = to;
        to = other;
    }
    return from[1] > 2;
}
