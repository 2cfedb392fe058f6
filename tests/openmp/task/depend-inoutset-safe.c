// The tasks write different elements; the reader comes after both.
int main(void)
{
    int x = 0, a[2] = { 0, 0 };
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(inoutset : x)
        a[0] = 1;
#pragma omp task depend(inoutset : x)
        a[1] = 2;
#pragma omp task depend(in : x)
        x = a[0] + a[1];
    }
    return x;
}
