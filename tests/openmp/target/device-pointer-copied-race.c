// What the copy points to is the same.
int a[4], b[4];

int main(void)
{
    int *p = a;
#pragma omp target is_device_ptr(p) nowait
    p[0] = 1;  //~ RACE
    p = a;
    p[0] = 2;  //~ RACE
#pragma omp taskwait
    return 0;
}
