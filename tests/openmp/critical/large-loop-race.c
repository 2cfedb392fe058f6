// A thousand iterations add up; one line of the body is outside.
int main(void)
{
    int sum = 0, count = 0;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
#pragma omp critical
        sum += i;
        count++;  //~ RACE
    }
    return sum + count;
}
