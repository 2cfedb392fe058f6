// The reader depends on all writers.
int main(void)
{
    int a[4] = { 0 }, sum = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 4; i++) {
#pragma omp task depend(out : a[i])
            a[i] = i;
        }
#pragma omp task depend(iterator(i = 0 : 4), in : a[i])
        for (int i = 0; i < 4; i++)
            sum += a[i];
    }
    return sum;
}
