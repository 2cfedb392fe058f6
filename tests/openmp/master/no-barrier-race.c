// `master` has no barrier.
int main(void)
{
    int x = 0;
#pragma omp parallel
    {
        int k;
#pragma omp master
        x = 1;  //~ RACE
        k = x;  //~ RACE
        (void)k;
    }
    return x;
}
