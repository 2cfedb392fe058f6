// The copy does not read the element that the host writes.
int main(void)
{
    int a[8] = {0}, x = 0;
#pragma omp target nowait map(to : a[0:5]) map(from : x)
    x = a[0];
    a[5] = 1;
#pragma omp taskwait
    return x;
}
