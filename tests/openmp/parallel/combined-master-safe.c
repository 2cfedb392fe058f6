// `parallel master taskloop` with a reduction.
int main(void)
{
    int sum = 0;
#pragma omp parallel master taskloop reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += i;
    return sum;
}
