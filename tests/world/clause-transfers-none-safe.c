// What a device has is copied where the construct begins and ends.
//~ lacks: devices that share the memory of the host
static int a[16];

int main(void)
{
#pragma omp target map(tofrom : a)
    a[0] = 1;
    return 0;
}
