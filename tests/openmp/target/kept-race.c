// What stays on the device is used beside the host.
int main(void)
{
    int a[8] = {0}, x = 0;
#pragma omp target data map(to : a[0:8])
    {
#pragma omp target nowait map(to : a[0:8]) map(from : x)
        x = a[5];  //~ RACE
        a[5] = 1;  //~ RACE
#pragma omp taskwait
    }
    return x;
}
