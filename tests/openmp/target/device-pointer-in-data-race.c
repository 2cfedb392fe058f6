// The target task is still there when the region of its data is over.
int a[16];

int main(void)
{
    int *p = a;
#pragma omp target data map(tofrom : p[0 : 16]) use_device_ptr(p)
    {
#pragma omp target is_device_ptr(p) nowait
        p[0]++;  //~ RACE
    }
    a[0] = 1;  //~ RACE
    return 0;
}
