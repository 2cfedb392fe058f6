// The pointer that leads to what is mapped is copied when the target task is made.
int a[4], b[4];

int main(void)
{
    int *p = a;
#pragma omp target map(tofrom : p[0 : 4]) nowait
    p[0] = 1;
    p = b;
#pragma omp taskwait
    return 0;
}
