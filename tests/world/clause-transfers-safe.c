// What a device has is copied back later.
//~ says: devices that share the memory of the host
static int a[16];

int main(void)
{
#pragma omp target data map(tofrom : a)
    {
#pragma omp target
        a[0] = 1;
    }
    return 0;
}
