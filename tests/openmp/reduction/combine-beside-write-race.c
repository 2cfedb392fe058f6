// One thread sets the variable to zero while others may have combined already.
int main(void)
{
    int sum;
#pragma omp parallel
    {
#pragma omp master
        sum = 0;  //~ RACE
#pragma omp for reduction(+ : sum)  //~ RACE
        for (int i = 0; i < 4; i++)
            sum += i;
    }
    return sum;
}
