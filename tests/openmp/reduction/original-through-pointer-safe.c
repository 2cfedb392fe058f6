// Every thread reads its private copy.
int main(void)
{
    int sum = 0, *p = &sum;
#pragma omp parallel
    {
        int k = 0;
#pragma omp for reduction(+ : sum) nowait
        for (int i = 0; i < 4; i++) {
            sum += i;
            k = sum;
        }
        (void)k;
    }
    return *p;
}
