// The tasks of the loop add to the shared variable.
int main(void)
{
    int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop shared(sum)
    for (int i = 0; i < 4; i++)
        sum += i;  //~ RACE
    return sum;
}
