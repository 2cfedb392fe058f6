// The combination at the end of the loop without a barrier races with a read of the variable.
int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
        int k;
#pragma omp for reduction(+ : sum) nowait  //~ RACE
        for (int i = 0; i < 4; i++)
            sum += i;
        k = sum;  //~ RACE
        (void)k;
    }
    return sum;
}
