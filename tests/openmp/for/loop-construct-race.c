// The `loop` construct: iterations may run concurrently, in any order.
int main(void)
{
    int a[8] = { 0 };
#pragma omp parallel
#pragma omp loop bind(parallel)
    for (int i = 1; i < 8; i++)
        a[i] = a[i - 1];  //~ RACE
    return a[0];
}
