// `nogroup`: nobody waits for the tasks.
int main(void)
{
    int a[4] = { 0 }, k = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop nogroup
        for (int i = 0; i < 4; i++)
            a[i] = i;  //~ RACE
        k = a[3];  //~ RACE
    }
    return k;
}
