// The reader names too few elements.
int main(void)
{
    int a[4] = { 0 }, sum = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 4; i++) {
#pragma omp task depend(out : a[i])
            a[i] = i;  //~ RACE
        }
#pragma omp task depend(iterator(i = 0 : 3), in : a[i])
        for (int i = 0; i < 4; i++)
            sum += a[i];  //~ RACE
    }
    return sum;
}
