// A threadprivate array.
static int a[4];
#pragma omp threadprivate(a)

int main(void)
{
#pragma omp parallel
    for (int i = 0; i < 1; i++)
        a[i] = i;
    return 0;
}
