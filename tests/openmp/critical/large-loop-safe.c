// A thousand iterations add up in a critical section.
int main(void)
{
    int sum = 0, count = 0;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
#pragma omp critical
        sum += i;
#pragma omp critical
        count++;
    }
    return sum + count;
}
