// The pointer to what the loop reduces is copied when the target task is made.
int a[4], b[4];

int main(void)
{
    int *p = a;
#pragma omp target parallel for reduction(+ : p[0 : 2]) map(tofrom : p[0 : 2]) nowait
    for (int i = 0; i < 4; i++)
        p[0] += i;
    p = b;
    p[0] = 1;
#pragma omp taskwait
    return a[0];
}
