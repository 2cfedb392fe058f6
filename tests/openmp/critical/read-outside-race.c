// The last value is read outside of the critical section.
int main(void)
{
    int x = 0, last = 0;
#pragma omp parallel
    {
        int k = 0;
#pragma omp critical
        x += 1;  //~ RACE
        k = x;  //~ RACE
        (void)k;
    }
    last = x;
    return last;
}
