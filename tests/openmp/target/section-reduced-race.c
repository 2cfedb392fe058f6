// Elements change while the target task reduces them.
int a[4], b[4];

int main(void)
{
    int *p = a;
#pragma omp target parallel for reduction(+ : p[0 : 2]) map(tofrom : p[0 : 2]) nowait  //~ RACE
    for (int i = 0; i < 4; i++)
        p[0] += i;
    p = a;
    p[0] = 1;  //~ RACE
#pragma omp taskwait
    return a[0];
}
