// A reduction of a taskloop.
int main(void)
{
    int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += i;
    return sum;
}
