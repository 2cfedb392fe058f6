// The host waits for the target task.
int main(void)
{
    int x = 0, k;
#pragma omp target map(tofrom : x) nowait
    x = 1;
#pragma omp taskwait
    k = x;
#pragma omp taskwait
    return k;
}
