// The pointer is copied, what it points to is not.
int main(void)
{
    int a[2] = { 0, 0 };
    int *p = a;
#pragma omp parallel firstprivate(p)
    p[0]++;  //~ RACE
    return 0;
}
