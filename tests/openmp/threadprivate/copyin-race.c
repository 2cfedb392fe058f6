// The address of the first thread's variable is used by all.
static int x = 1;
#pragma omp threadprivate(x)

int main(void)
{
    int *p = &x;
    x = 2;
#pragma omp parallel copyin(x)
    {
        *p += x;  //~ RACE
    }
    return 0;
}
