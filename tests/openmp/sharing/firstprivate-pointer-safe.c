// The array itself is copied.
int main(void)
{
    int a[2] = { 0, 0 };
#pragma omp parallel firstprivate(a)
    a[0]++;
    return 0;
}
