// The original is read through a pointer while other threads combine into it.
int main(void)
{
    int sum = 0, *p = &sum;
#pragma omp parallel
    {
        int k = 0;
#pragma omp for reduction(+ : sum) nowait  //~ RACE
        for (int i = 0; i < 4; i++) {
            sum += i;
            k = *p;  //~ RACE
        }
        (void)k;
    }
    return *p;
}
