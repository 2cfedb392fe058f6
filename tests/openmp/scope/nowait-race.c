// Without the barrier at its end, a thread may read while another combines.
int main(void)
{
    int sum = 0;
#pragma omp parallel
    {
        int k;
#pragma omp scope reduction(+ : sum) nowait  //~ RACE
        sum += 1;
        k = sum;  //~ RACE
        (void)k;
    }
    return sum;
}
