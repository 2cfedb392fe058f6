// The combination of the second loop does not wait for that of the first.
int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum) nowait  //~ RACE
        for (int i = 0; i < 4; i++)
            sum += i;
#pragma omp for reduction(+ : sum)  //~ RACE
        for (int i = 0; i < 4; i++)
            sum += i;
    }
    return sum;
}
