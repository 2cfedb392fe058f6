// `copyin` gives each thread the value of the first thread's variable.
static int x = 1;
#pragma omp threadprivate(x)

int main(void)
{
    int *p = &x;
    x = 2;
#pragma omp parallel copyin(x)
    {
        x += 1;
    }
    return 0;
}
