// A target task has a copy of a pointer to memory of the device.
int a[4], b[4];

int main(void)
{
    int *p = a;
#pragma omp target is_device_ptr(p) nowait
    p[0] = 1;
    p = b;
    p[0] = 2;
#pragma omp taskwait
    return 0;
}
