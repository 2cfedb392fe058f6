// The elements that the pointer leads to are shared.
int main(void)
{
    int a[4] = { 0 };
    int *p = a;
#pragma omp parallel for firstprivate(p)
    for (int i = 0; i < 4; i++)
        p[1 + i % 2] += i;  //~ RACE
    return a[1];
}
