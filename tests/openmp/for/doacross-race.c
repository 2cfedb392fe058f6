// Iteration i waits for iteration i - 2 but reads what i - 1 writes.
int main(void)
{
    int a[8] = { 1 };
#pragma omp parallel for ordered(1) schedule(static, 1)
    for (int i = 1; i < 8; i++) {
#pragma omp ordered depend(sink : i - 2)
        a[i] = a[i - 1] + 1;  //~ RACE
#pragma omp ordered depend(source)
    }
    return a[7];
}
