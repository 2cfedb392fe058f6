// A critical section does not exclude the combination.
int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum) nowait  //~ RACE
        for (int i = 0; i < 4; i++)
            sum += i;
#pragma omp critical
        sum += 1;  //~ RACE
    }
    return sum;
}
