// Two pointers, two elements.
int main(void)
{
    int x = 0, a[2] = { 0, 0 };
    int *p = a, *q = a + 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : *p)
        x += 1;  //~ RACE
#pragma omp task depend(mutexinoutset : *q)
        x += 2;  //~ RACE
    }
    (void)p;
    (void)q;
    return x;
}
