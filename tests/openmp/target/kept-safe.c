// What stays on the device is not copied, so that the host may use what the region does not.
int main(void)
{
    int a[8] = {0}, x = 0;
#pragma omp target data map(to : a[0:8])
    {
#pragma omp target nowait map(to : a[0:8]) map(from : x)
        x = a[0];
        a[5] = 1;
#pragma omp taskwait
    }
    return x;
}
