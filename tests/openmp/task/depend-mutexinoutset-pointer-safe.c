// Two pointers to one element: one dependence under two names.
int main(void)
{
    int x = 0, a[2] = { 0, 0 };
    int *p = a, *q = a;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : *p)
        x += 1;
#pragma omp task depend(mutexinoutset : *q)
        x += 2;
    }
    (void)p;
    (void)q;
    return x;
}
