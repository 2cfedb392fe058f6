// A loop over pointers.
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel for
    for (int *p = a; p < a + 8; p++)
        p[0] = 1;
    return a[0];
}
