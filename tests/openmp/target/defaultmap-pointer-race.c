// Pointers are mapped.
int a[4], b[4];

int main(void)
{
    int *p = a;
#pragma omp target defaultmap(tofrom : pointer) nowait
    p[0] = 1;  //~ RACE
    p = b;  //~ RACE
#pragma omp taskwait
    return 0;
}
