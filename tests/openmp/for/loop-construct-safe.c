// The `loop` construct over different elements.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel
#pragma omp loop bind(parallel)
    for (int i = 1; i < 8; i++)
        a[i] = i;
    return a[0];
}
