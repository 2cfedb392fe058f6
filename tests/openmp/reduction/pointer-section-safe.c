// A reduction of the elements that a pointer leads to.
int main(void)
{
    int a[4] = { 0 };
    int *p = a;
#pragma omp parallel for reduction(+ : p[1:2])
    for (int i = 0; i < 4; i++)
        p[1 + i % 2] += i;
    return a[1];
}
