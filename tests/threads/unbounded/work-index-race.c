// Two iterations have the same element.
double from[1000], to[1000];

int main(void)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i < 1000; i++) {
        to[i / 2] = from[i]; //~ RACE
        sum += from[i];
    }
    return sum > 0;
}
