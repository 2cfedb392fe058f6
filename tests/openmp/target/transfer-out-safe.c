// Nothing comes back from the device.
#include <stdlib.h>

int main(void)
{
    int *a = calloc(8, sizeof(int)), x;
#pragma omp target nowait map(to : a[0:8])
    a[0] = 1;
    x = a[5];
#pragma omp taskwait
    return x;
}
