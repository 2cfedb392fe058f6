// The array is mapped.
int main(void)
{
    int a[4] = {0}, k = 0;
#pragma omp target defaultmap(firstprivate : scalar) map(from : k) nowait
    k = a[0];  //~ RACE
    a[0] = 2;  //~ RACE
#pragma omp taskwait
    return k;
}
