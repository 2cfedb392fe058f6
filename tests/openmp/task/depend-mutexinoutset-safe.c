// `mutexinoutset` tasks exclude each other.
int main(void)
{
    int x = 0, a = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a)
        a = 1;
#pragma omp task depend(mutexinoutset : a)
        x += 1;
#pragma omp task depend(mutexinoutset : a)
        x += 2;
#pragma omp task depend(inout : a)
        x += a;
    }
    return x;
}
