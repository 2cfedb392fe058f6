// The target task is over before the region of its data is.
int a[16];

int main(void)
{
    int *p = a;
#pragma omp target data map(tofrom : p[0 : 16]) use_device_ptr(p)
    {
#pragma omp target is_device_ptr(p) nowait
        p[0]++;
#pragma omp taskwait
    }
    a[0] = 1;
    return 0;
}
