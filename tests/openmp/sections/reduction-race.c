// The sections add to the shared variable.
int main(void)
{
    int sum = 0;
#pragma omp parallel sections shared(sum)
    {
#pragma omp section
        sum += 1;  //~ RACE
#pragma omp section
        sum += 2;  //~ RACE
    }
    return sum;
}
