// Each iteration has an element of its own, and what threads sum up is combined under a lock.
double from[1000], to[1000];

int main(void)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i < 1000; i++) {
        to[i - 1] = from[i];
        sum += from[i];
    }
    return sum > 0;
}
