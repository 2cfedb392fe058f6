// What is firstprivate in the loop is so in the target task around it.
int main(void)
{
    int x[2] = {1}, y = 1, a[4];
#pragma omp target parallel for firstprivate(x, y) nowait
    for (int i = 0; i < 4; i++)
        a[i] = x[0] + y;
    x[0] = y = 2;
#pragma omp taskwait
    return a[0];
}
