// The copy from the device writes what the host reads meanwhile.
#include <stdlib.h>

int main(void)
{
    int *a = calloc(8, sizeof(int)), x;
#pragma omp target nowait map(tofrom : a[0:8])  //~ RACE
    a[0] = 1;
    x = a[5];  //~ RACE
#pragma omp taskwait
    return x;
}
