// The pointer is mapped itself.
int a[4], b[4];

int main(void)
{
    int *p = a;
#pragma omp target map(tofrom : p) map(tofrom : p[0 : 4]) nowait  //~ RACE
    p[0] = 1;  //~ RACE
    p = b;  //~ RACE
#pragma omp taskwait
    return 0;
}
