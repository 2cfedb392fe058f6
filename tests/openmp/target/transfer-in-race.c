// The copy to the device reads all elements, though the region uses none that the host writes.
int main(void)
{
    int a[8] = {0}, x = 0;
#pragma omp target nowait map(to : a[0:8]) map(from : x)  //~ RACE
    x = a[0];
    a[5] = 1;  //~ RACE
#pragma omp taskwait
    return x;
}
