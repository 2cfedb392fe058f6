// Code after a cancelled region's construct without a barrier.
int main(void)
{
    int a[4] = { 0 };
#pragma omp parallel
    {
        int k;
#pragma omp for nowait
        for (int i = 0; i < 4; i++) {
            a[i] = i;  //~ RACE
        }
        k = a[0];  //~ RACE
        (void)k;
    }
    return a[0];
}
