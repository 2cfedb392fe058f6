// The same element: the tasks exclude each other.
int main(void)
{
    int x = 0, a[2] = { 0, 0 };
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : a[0])
        x += 1;
#pragma omp task depend(mutexinoutset : a[0])
        x += 2;
    }
    return x + a[0];
}
