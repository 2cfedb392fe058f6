// Iteration i waits for iteration i - 1.
int main(void)
{
    int a[8] = { 1 };
#pragma omp parallel for ordered(1) schedule(static, 1)
    for (int i = 1; i < 8; i++) {
#pragma omp ordered depend(sink : i - 1)
        a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
    }
    return a[7];
}
