// Every thread adds to the shared variable.
int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
#pragma omp scope
        sum += 1;  //~ RACE
    }
    return sum;
}
