// The tasks have one of their two items in common.
int main(void)
{
    int x = 0, a = 0, b = 0, c = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : a, b)
        x += 1;
#pragma omp task depend(mutexinoutset : c, a)
        x += 2;
    }
    return x + a + b + c;
}
