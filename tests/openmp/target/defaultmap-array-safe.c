// The target task has a copy of the array.
int main(void)
{
    int a[4] = {0}, k = 0;
#pragma omp target defaultmap(firstprivate : aggregate) map(from : k) nowait
    k = a[0];
    a[0] = 2;
#pragma omp taskwait
    return k;
}
