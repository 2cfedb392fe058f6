// The second loop begins while the first still combines.
int main(void)
{
    int sum = 0, a[4] = { 0 };
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum) nowait  //~ RACE
        for (int i = 0; i < 4; i++)
            sum += i;
#pragma omp for
        for (int i = 0; i < 4; i++)
            a[i] = sum;  //~ RACE
    }
    return a[0];
}
