// Nobody waits for the tasks before the variable is read.
int main(void)
{
    int x = 0, k;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop lastprivate(x) nogroup  //~ RACE
        for (int i = 0; i < 4; i++)
            x = i;
        k = x;  //~ RACE
        (void)k;
    }
    return x;
}
