// Scalars are mapped, but a pointer is none.
int a[4], b[4];

int main(void)
{
    int *p = a;
#pragma omp target defaultmap(tofrom : scalar) nowait
    p[0] = 1;
    p = b;
#pragma omp taskwait
    return 0;
}
