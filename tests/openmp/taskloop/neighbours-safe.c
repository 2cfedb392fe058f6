// The tasks of a taskloop write their own elements.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
    for (int i = 0; i < 7; i++)
        a[i] = i;
    return a[0];
}
