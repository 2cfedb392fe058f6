// Whether there is a second region depends on a sum whose last digits are up to the schedule.
double a[100], sum;

int main(void)
{
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += 1.0 / (i + 1);
    if (sum < 5.1) {
#pragma omp parallel for
        for (int i = 0; i < 100; i++)
            a[i] = sum;
    } else {
#pragma omp parallel for
        for (int i = 0; i < 100; i++)
            a[i] += sum;
    }
    return 0;
}
